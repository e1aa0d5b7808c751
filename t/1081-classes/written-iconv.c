/* SPDX-License-Identifier: GPL-3.0-or-later */
// iconv moves four things behind pointers, two of them pointers.
// wants: any
#include <assert.h>
#include <iconv.h>
int main(void)
{
    char in[] = "abc", out[4] = "", *from = in, *to = out;
    size_t left = 3, room = 2;
    iconv_t c = iconv_open("ASCII", "ASCII");
    if (c == (iconv_t)-1)
        return 1;
    iconv(c, &from, &left, &to, &room);
    assert(!(left == 1 && room == 0 && *from == 'c' && out[1] == 'b'));
    return 0;
}
