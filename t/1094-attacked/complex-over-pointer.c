/* SPDX-License-Identifier: GPL-3.0-or-later */
// fine: memory-safe
// Where a complex number goes is determined before its first part is stored.
union u { union u *next; _Complex long c; } x;
int main(void) { x.next = &x; x.next->c = 5 + 7i; return 0; }
