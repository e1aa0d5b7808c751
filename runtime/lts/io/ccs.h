/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * CCS as the Concurrency Workbench of the New Century writes it: words, definitions, terms. Private to the room.
 *
 *     file     ::= { 'proc' NAME '=' sum | 'set' NAME '=' '{' names '}' }    (also 'agent'; ';' may end a definition)
 *     sum      ::= parallel { '+' parallel }
 *     parallel ::= prefix { '|' prefix }
 *     prefix   ::= action '.' prefix | postfix
 *     postfix  ::= primary { '\' ( NAME | '{' names '}' ) | '[' action '/' name { ',' ... } ']' }
 *     primary  ::= 'nil' | '0' | NAME | '(' sum ')' | automaton
 *     automaton::= 'Aut' '(' 'start' '=' NUMBER { NUMBER ':' { action '{' NUMBER { ',' NUMBER } '}' } } ')'
 *     action   ::= 't' | 'tau' | name | "'" name           name ::= NAME | '"' any text '"'
 *
 * Comments are lines that start with '*', and what follows '--' on a line.
 */
#ifndef CWOLF_LTS_IO_CCS_H
#define CWOLF_LTS_IO_CCS_H

#include "runtime/lts/io/io.h"

/* ---- words ------------------------------------------------------------------------------------------------------- */

enum ccs_word { W_END, W_NAME, W_TEXT, W_NUMBER, W_SIGN, W_BAD };
struct ccs_lexer {
    const char *name, *at, *end, *line_start;
    uint32_t line;
    struct diag *d;
    /* the word in hand */
    enum ccs_word word;
    const char *start, *stop; /* its bytes in the text */
    struct place place;
    uint64_t number;    /* W_NUMBER */
    struct buf text;    /* W_NAME, W_TEXT: what it stands for */
    enum status status; /* W_BAD */
};
void io_ccs_lexer_start(struct ccs_lexer *x, const char *name, const char *text, size_t size, struct diag *d);
void io_ccs_next(struct ccs_lexer *x);
bool io_ccs_is_sign(const struct ccs_lexer *x, char c);
bool io_ccs_is_word(const struct ccs_lexer *x, const char *keyword);
bool io_ccs_is_keyword(const char *s, size_t n);
bool io_ccs_is_name(const char *s, size_t n); /* may be written without quotes */
/* "expected WHAT, found ..."; the lexer's own complaint when the word is bad. */
enum status io_ccs_expected(struct ccs_lexer *x, const char *what);

/* ---- terms ------------------------------------------------------------------------------------------------------- */

/* An action: 0 is tau, else twice the id of its name in `names`, plus one for the co-name. */
typedef uint32_t ccs_action;
enum { CCS_TAU = 0 };

/* Terms are shared: equal ones have equal ids. A term is words: its kind, then its arguments. */
enum ccs_kind {
    T_NIL,
    T_PREFIX,   /* action, term */
    T_SUM,      /* terms */
    T_PAR,      /* terms */
    T_RESTRICT, /* restriction, term */
    T_RELABEL,  /* relabelling, term */
    T_CONST,    /* process */
    T_AUT,      /* automaton, state */
};
struct ccs_terms {
    struct intern *shared;
    size_t words;              /* of all */
    struct VEC(uint32_t) word; /* scratch */
};
uint32_t io_ccs_term(struct ccs_terms *t, enum ccs_kind kind, const uint32_t *args, uint32_t count);
static inline const uint32_t *ccs_words(const struct ccs_terms *t, uint32_t term)
{
    return (const uint32_t *)(const void *)base_intern_str(t->shared, term);
}
static inline enum ccs_kind ccs_kind_of(const struct ccs_terms *t, uint32_t term)
{
    return (enum ccs_kind) * ccs_words(t, term);
}
static inline uint32_t ccs_arity(const struct ccs_terms *t, uint32_t term)
{
    return (uint32_t)(base_intern_len(t->shared, term) / sizeof(uint32_t)) - 1;
}
static inline uint32_t ccs_arg(const struct ccs_terms *t, uint32_t term, uint32_t i)
{
    return ccs_words(t, term)[1 + i];
}
void io_ccs_terms_init(struct ccs_terms *t);
void io_ccs_terms_free(struct ccs_terms *t);

/* ---- definitions ------------------------------------------------------------------------------------------------- */

/* One process named in another with no action before it: a cycle of these never says what it does. */
struct ccs_unguarded {
    uint32_t to;
    struct place at;
};
struct ccs_process {
    bool defined;
    uint32_t body; /* term */
    struct place defined_at, used_at;
    struct VEC(struct ccs_unguarded) unguarded;
};
struct ccs_names VEC(uint32_t);
struct ccs_set {
    bool defined;
    struct place at;
    struct ccs_names names;
};
struct ccs_automaton_step {
    uint32_t from;
    ccs_action action;
    uint32_t to;
};
struct ccs_automaton {
    uint32_t start, states;
    struct VEC(struct ccs_automaton_step) steps;
    uint32_t *first, *order; /* rows over steps, made when the automaton takes part in a term */
};

struct ccs_file {
    struct intern *names;     /* of actions; id 0 is taken by tau */
    struct intern *processes; /* names of processes, ids index `process` */
    struct intern *set_names; /* ids index `set` */
    struct VEC(struct ccs_process) process;
    struct VEC(struct ccs_set) set;
    struct intern *restrictions; /* the names, ascending; equal ones are one */
    struct intern *relabellings; /* what becomes of names, ascending: name << 32 | action */
    struct VEC(struct ccs_automaton) automaton;
    struct ccs_terms terms;
};
void io_ccs_file_init(struct ccs_file *f);
enum status io_ccs_parse(struct ccs_file *f, const char *name, const char *text, size_t size, struct diag *d);
/* Undefined processes, recursion without guard. Part of io_ccs_parse. */
enum status io_ccs_check(struct ccs_file *f, struct diag *d);
void io_ccs_file_free(struct ccs_file *f);

/* The system of a term by the rules of Milner's book, states numbered breadth first; that of an automaton keeps its
 * numbers. Messages call it `name` and stand at `at`. */
enum status io_ccs_unfold(struct ccs_file *f, uint32_t root, const char *name, struct place at,
                          const struct lts_control *c, struct lts **out, struct diag *d);

#endif
