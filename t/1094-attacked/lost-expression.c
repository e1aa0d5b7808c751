/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: no-leak
#include <regex.h>
int main(void)
{
    regex_t e;
    return regcomp(&e, "a*b", REG_EXTENDED) != 0;
}
