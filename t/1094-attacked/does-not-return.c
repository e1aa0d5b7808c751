/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: ctl AG "x == 0"
// What does not return may write before it ends the program.
int x;
extern void fatal(int *) __attribute__((noreturn));
int main(void) { fatal(&x); }
