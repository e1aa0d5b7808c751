/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: no-div-zero
typedef __int128 V __attribute__((vector_size(32)));
int main(void){ V v={1,1}, w={0,1}; v=v/w; return v[0]==0; }
