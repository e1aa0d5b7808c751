/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Scripts of compositions, parsed. Private to the room; the grammar is in lts.h.
 */
#ifndef CWOLF_LTS_COMPOSE_SCRIPT_H
#define CWOLF_LTS_COMPOSE_SCRIPT_H

#include "runtime/lts/lts.h"

/* ---- words ------------------------------------------------------------------------------------------------------- */

enum script_word { SW_END, SW_NAME, SW_STRING, SW_NUMBER, SW_SIGN, SW_BAD };
struct script_lexer {
    const char *name, *at, *end, *line_start;
    uint32_t line;
    struct arena *arena;
    struct diag *d;
    /* the word in hand */
    enum script_word word;
    struct place place;
    const char *text; /* of a name, a string without its quotes, a sign */
    uint64_t number;
};
void compose_script_lexer_start(struct script_lexer *x, const char *name, const char *text, size_t size,
                                struct arena *a, struct diag *d);
void compose_script_next(struct script_lexer *x);
/* Instead of compose_script_next where the name of a label comes: it ends at a blank, ',', '=', "]|" or "]]|" outside
 * of brackets and quotes, and keeps its quotes. A SW_NAME, or SW_BAD. */
void compose_script_next_label(struct script_lexer *x);
bool compose_script_is_sign(const struct script_lexer *x, const char *sign);
bool compose_script_is_word(const struct script_lexer *x, const char *word);
/* "expected WHAT, found ..."; the lexer's own complaint when the word is bad. */
enum status compose_script_expected(struct script_lexer *x, const char *what);

/* ---- trees ------------------------------------------------------------------------------------------------------- */

enum script_kind { SN_FILE, SN_NAME, SN_GENERATE, SN_COMPOSE, SN_EDIT, SN_REDUCE };
/* A label named in a script. */
struct script_label {
    struct place at;
    const char *name;
};
struct script_node {
    enum script_kind kind;
    struct place at;
    struct script_node **parts; /* SN_COMPOSE: those composed; SN_EDIT, SN_REDUCE: the only one */
    size_t parts_count;
    const char *text;          /* SN_FILE: path; SN_NAME: the name; SN_REDUCE: the relation's name */
    uint32_t variable;         /* SN_NAME */
    const char *operator_text; /* SN_COMPOSE */
    enum lts_composition_style style;
    struct script_label *sync;
    bool sync_all; /* they need every system */
    size_t sync_count;
    struct lts_edit *edits; /* SN_EDIT; places of their names in edit_at */
    struct place *edit_at;
    size_t edit_count;
    enum lts_relation relation;
    const struct lts_family *family;
    uint64_t values[LTS_PARAMETERS];
};
/* `NAME = system` or `write system "file"`. */
struct script_statement {
    bool writes;
    struct place at;
    uint32_t variable;
    const char *file;
    enum lts_format format;
    struct script_node *system;
};
struct script {
    struct VEC(struct script_statement) statements;
    struct VEC(const char *) variables;
    struct VEC(uint32_t) uses; /* how often each variable stands in a system */
    struct arena *arena;       /* owns the trees; the caller's */
};
enum status compose_script_parse(struct script *s, const char *name, const char *text, size_t size, struct diag *d);
void compose_script_free(struct script *s);

#endif
