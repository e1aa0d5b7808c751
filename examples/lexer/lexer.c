/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A lexer that takes C's comments and strings apart from its code, a byte at a time, and counts what it saw.
 *
 * Verified at every link: nothing but a quote leads into a string, a comment ends where it should, and from
 * a string there is a way back to code, if the input does not end.
 */
#include <stdio.h>

enum state { CODE, SLASH, COMMENT, STAR, STRING, ESCAPE };
static enum state state = CODE;
static unsigned comments, strings;

static enum state next(enum state s, int c)
{
    switch (s) {
    case CODE:
        return c == '/' ? SLASH : c == '"' ? STRING : CODE;
    case SLASH:
        return c == '*' ? COMMENT : c == '/' ? SLASH : c == '"' ? STRING : CODE;
    case COMMENT:
        return c == '*' ? STAR : COMMENT;
    case STAR:
        return c == '/' ? CODE : c == '*' ? STAR : COMMENT;
    case STRING:
        return c == '\\' ? ESCAPE : c == '"' ? CODE : STRING;
    default:
        return STRING;
    }
}
#pragma cwolf property out_of_comment : ensures next : old(s) != STAR || result != SLASH
#pragma cwolf property into_string : ensures next : result != STRING || old(c) == '"' || old(s) == STRING || old(s) == ESCAPE
#pragma cwolf property way_back : ctl AG ("state == STRING" -> EF ("state == CODE" || deadlock))
#pragma cwolf property escapes_end : ctl AG ("state == ESCAPE" -> AX ("state == STRING" || deadlock))

int main(void)
{
    for (int c; (c = getchar()) != EOF;) {
        enum state before = state;
        state = next(state, c);
        comments += state == COMMENT && before == SLASH;
        strings += state == STRING && (before == CODE || before == SLASH);
    }
    printf("%u comments, %u strings\n", comments, strings);
    return state != CODE;
}
