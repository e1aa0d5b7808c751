/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: no-overflow
// Of 64 bits.
static const long low = 0x7fffffffffffffff;
int main(void) { long x = low * 2; return x == 3; }
