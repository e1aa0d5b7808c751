/* SPDX-License-Identifier: GPL-3.0-or-later */
// A sanitiser that traps: the signal is not that of abort.
// build: $CC -fsanitize=bounds -fsanitize-undefined-trap-on-error $S -o prog
// exhaustive
// undefined
// wants: True
int main(int argc, char **argv)
{
    (void)argv;
    int a[2] = {0};
    return a[argc + 4];
}
