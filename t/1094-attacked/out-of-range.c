/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// A number that int does not have.
extern void reach_error(void);
int main(void) {
    double d = 1e10;
    int i = (int)d;
    if (i < 0) reach_error();
    return 0;
}
