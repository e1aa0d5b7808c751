/* SPDX-License-Identifier: GPL-3.0-or-later */
// A failed open sets errno; a good call leaves it.
// wants: any
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
int main(void)
{
    errno = 0;
    int fd = open("/nonexistent", O_RDONLY);
    assert(!(fd == -1 && errno == ENOENT));
    return 0;
}
