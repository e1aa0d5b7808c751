/* SPDX-License-Identifier: GPL-3.0-or-later */
// assert_perror is an assertion, too.
// run: ./prog
// wants: False
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
int main(void)
{
    assert_perror(ENOENT);
    return 0;
}
