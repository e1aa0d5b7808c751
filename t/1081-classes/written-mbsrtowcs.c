/* SPDX-License-Identifier: GPL-3.0-or-later */
// mbsrtowcs sets the source pointer to null at the end of the string.
// wants: any
#include <assert.h>
#include <string.h>
#include <wchar.h>
int main(void)
{
    wchar_t wide[4] = {9, 9, 9, 9};
    mbstate_t state;
    const char *from = "ab";
    memset(&state, 0, sizeof state);
    mbsrtowcs(wide, &from, 4, &state);
    assert(!(from == 0 && wide[1] == L'b' && wide[2] == 0 && wide[3] == 9));
    return 0;
}
