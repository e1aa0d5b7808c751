/* SPDX-License-Identifier: GPL-3.0-or-later */
// A program without assertions: True, and that nothing was asked.
// exhaustive
// wants: True
int main(void)
{
    return 0;
}
