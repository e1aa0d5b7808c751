/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: ctl EF "f:x == 100"
// x is a variable of each activation, and another function's frame holds 100.
int g = 100;
static int *where;
static int set(int *q) { *where = 0; return *q; }
static int f(int d) { int x = 0; where = &x; if (d) return f(d-1); return set(&g); }
int main(void) { return f(1); }
