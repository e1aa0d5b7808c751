/* SPDX-License-Identifier: GPL-3.0-or-later */
// wordexp fills a vector of words, expanded.
// wants: any
#include <assert.h>
#include <wordexp.h>
int main(void)
{
    wordexp_t w = {.we_wordc = 7};
    if (wordexp("$((1+2)) b", &w, 0) != 0)
        return 1;
    assert(!(w.we_wordc == 2 && w.we_wordv[0][0] == '3'));
    return 0;
}
