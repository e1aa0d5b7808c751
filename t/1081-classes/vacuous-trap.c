/* SPDX-License-Identifier: GPL-3.0-or-later */
// __builtin_trap is no abort: the signal is another.
// exhaustive
// wants: any
int main(void)
{
    __builtin_trap();
}
