/* SPDX-License-Identifier: GPL-3.0-or-later */
// fine: no-uninit
int main(int c,char**v){ unsigned __int128 x=__builtin_bswap128((unsigned __int128)c); if (x==3) return 1; return 0; }
