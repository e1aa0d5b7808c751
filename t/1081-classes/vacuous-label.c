/* SPDX-License-Identifier: GPL-3.0-or-later */
// A label ERROR that no goto names, behind a return.
// exhaustive
// wants: True
int main(void)
{
    return 0;
ERROR:
    return 1;
}
