/* SPDX-License-Identifier: GPL-3.0-or-later */
// A label ERROR that is reached: only abort and failing assertions count here.
// exhaustive
// wants: True
int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1)
        goto ERROR;
    return 0;
ERROR:
    return 1;
}
