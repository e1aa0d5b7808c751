/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: ensures f : 0>result
// 'result' is what is returned, whatever stands before it.
int f(int x) { int result = -1; return x; }
int main(void) { f(1); return 0; }
