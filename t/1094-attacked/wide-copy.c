/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: memory-safe
// Wide characters are copied with their end.
#include <wchar.h>
int main(void) { wchar_t b[1]; wcpcpy(b, L"hello"); return 0; }
