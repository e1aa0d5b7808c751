/* SPDX-License-Identifier: GPL-3.0-or-later */
// What ungetc puts back is what getchar returns.
// wants: any
#include <assert.h>
#include <stdio.h>
int main(void)
{
    ungetc(65, stdin);
    assert(!(getchar() == 65));
    return 0;
}
