/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: no-div-zero
int main(void){ _Complex int a=5,b=0; a=a/b; return __real__ a == 3; }
