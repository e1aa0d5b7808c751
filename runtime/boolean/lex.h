/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Words of a Boolean program. Private to the room.
 *
 * One token is ahead. A wrong byte is a token of its own, TOKEN_WRONG, whose text says what is wrong.
 */
#ifndef CWOLF_BOOLEAN_LEX_H
#define CWOLF_BOOLEAN_LEX_H

#include "runtime/boolean/boolean.h"

enum token {
    TOKEN_END,
    TOKEN_NAME,    /* an identifier, or any text in braces */
    TOKEN_KEYWORD, /* also T and F */
    TOKEN_NUMBER,
    TOKEN_MARK, /* := => != and single characters */
    TOKEN_WRONG,
};
struct lexer {
    struct arena *arena;
    const char *file, *p, *end, *line_start;
    uint32_t line;
    enum token token; /* the one ahead */
    const char *text; /* of it, terminated; of a name without the braces */
    struct place at;
};
void bool_lex_begin(struct lexer *l, struct arena *a, const char *file, const char *text, size_t size);
void bool_lex_next(struct lexer *l);
/* Whether the keyword or mark `text` is ahead. */
bool bool_lex_at(const struct lexer *l, const char *text);
bool bool_is_keyword(const char *text);

#endif
