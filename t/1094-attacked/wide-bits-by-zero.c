/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: no-div-zero
struct { unsigned __int128 a:100; } s, z;
int main(int c,char**v){ s.a=3; unsigned __int128 x=s.a/z.a; return x==3; }
