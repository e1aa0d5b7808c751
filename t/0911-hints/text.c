/* SPDX-License-Identifier: GPL-3.0-or-later */
// A text is compared.
#include <assert.h>
#include <string.h>
int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "plain";
    int fast = !strcmp(mode, "fast");
    assert(!fast || argc > 1);
    return 0;
}
