/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A filter that accepts a*b*: exit status 0 when the first line of its input is any number of a's followed by any number of b's.
 * Verified against fsm-spec.ccs at every link. After DuVarney 2002, section 4.7.
 */
#include <stdio.h>

int main(void)
{
    int state = 0; /* 0: only a's so far; 1: a b was seen */
    char ch;

    for (;;) {
        ch = (char)getc(stdin);
        if (ch == '\n' || ch < 0)
            return 0;
        switch (state) {
        case 0:
            if (ch == 'b')
                state = 1;
            else if (ch != 'a')
                return 1;
            break;
        case 1:
            if (ch != 'b')
                return 1;
            break;
        }
    }
}
