/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: memory-safe
// What a wide format prints is wide.
#include <wchar.h>
int main(void) { wchar_t b[1]; swprintf(b, 100, L"abcdef"); return 0; }
