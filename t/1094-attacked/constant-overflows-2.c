/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: no-overflow
// The constant is what a statement expression gives.
int g;
static int side(void) { return g++; }
int main(void) { int x = ({ side(); 2147483647; }) + 1; return x; }
