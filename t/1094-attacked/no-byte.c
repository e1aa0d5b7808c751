/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// An object without a byte may lie where another one does.
struct e {};
extern void reach_error(void);
int main(void) {
    int x = 1;
    struct e a;
    char *p = (char *)&a, *q = (char *)&x;
    if (p == q) reach_error();
    return x - 1;
}
