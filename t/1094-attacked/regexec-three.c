/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: memory-safe
// So many matches are asked for.
#include <regex.h>
int main(void) { regex_t r; regmatch_t m[1]; if (regcomp(&r, "a(b)(c)", REG_EXTENDED)) return 0; regexec(&r, "abc", 3, m, 0); regfree(&r); return 0; }
