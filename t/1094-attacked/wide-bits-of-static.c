/* SPDX-License-Identifier: GPL-3.0-or-later */
// fine: no-overflow
struct B { unsigned __int128 b:68; int c : 5; } b = {5, 3};
int main(void){ return b.c != 3; }
