/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: memory-safe
// A wide string ends with a wide zero.
#define _GNU_SOURCE
#include <wchar.h>
int main(void){ wchar_t b[1]={L'a'}; return wcslen(b); }
