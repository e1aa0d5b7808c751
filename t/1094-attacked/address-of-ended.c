/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: memory-safe
// The address is taken while the variable is there, and used behind its end.
int main(int n, char**v){ int *p; p = ({ int x = 2; &x; }); return *p; }
