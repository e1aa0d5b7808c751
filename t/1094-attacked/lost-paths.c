/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: no-leak
#include <glob.h>
#include <stddef.h>
int main(void)
{
    glob_t g;
    return glob("/etc/*", 0, NULL, &g) != 0;
}
