/* SPDX-License-Identifier: GPL-3.0-or-later */
// fine: memory-safe
// What is expected is written only where it differs.
static const int zero;
int x;
int main(void) { return __atomic_compare_exchange_n(&x, (int *)&zero, 1, 0, 5, 5); }
