/* SPDX-License-Identifier: GPL-3.0-or-later */
// fine posix.unopened
// A function of the program's own is not the system's of that name.
static int tok;
static int accept(int t) { if (tok != t) return 0; tok = 0; return 1; }
int main(void) { return accept(-1); }
