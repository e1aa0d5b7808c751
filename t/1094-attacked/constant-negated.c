/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: no-overflow
// Negated it does not fit.
static const int low = -2147483647 - 1;
int main(void) { int x = -low; return x == 3; }
