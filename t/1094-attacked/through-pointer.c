/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: invariant *p == 0
// A callee writes what the pointer of its caller leads to.
int g;
static void f(int *q) { *q = 5; }
int main(void) { int *p = &g; f(p); return 0; }
