/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: no-overflow
// A sum of constants overflows as others do.
static const int big = 2147483647;
int main(void) { int x = big + 1; return x; }
