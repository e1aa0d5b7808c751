/* SPDX-License-Identifier: GPL-3.0-or-later */
// fine: no-uninit
// One count for all parts.
typedef int v4 __attribute__((vector_size(16)));
int n = 2;
int main(void) { v4 v = {1, 2, 3, 4}; v4 r = v << n; return r[3]; }
