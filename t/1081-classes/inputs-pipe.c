/* SPDX-License-Identifier: GPL-3.0-or-later */
// read() gets what the program itself wrote into the pipe.
// wants: any
#include <assert.h>
#include <unistd.h>
int main(void)
{
    int p[2];
    char c = 'x';
    if (pipe(p) != 0 || write(p[1], "a", 1) != 1)
        return 1;
    assert(!(read(p[0], &c, 1) == 1 && c == 'a'));
    return 0;
}
