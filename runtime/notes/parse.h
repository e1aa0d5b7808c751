/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * parse.h: what the files of this room share: the parser's state, C's types as expressions need them, and the tables.
 *
 * A parsing function returns false (or NULL) after it has filled in the parser's diag, once; callers only pass that on.
 * Tokens are fetched one at a time and only when asked for, because whoever asks decides whether macros are
 * expanded. */
#ifndef CWOLF_NOTES_PARSE_H
#define CWOLF_NOTES_PARSE_H

#include "runtime/notes/notes.h"

#include <stdlib.h>

/* ---- the parser -------------------------------------------------------------------------------------------------- */

/* A name that an event gives to a value: `value`, `status`, or an argument's name in a pattern. */
struct bound {
    const char *name;
    int64_t index; /* of CWI_BOUND */
    cwi_id type;   /* 0: the event has such a value, but nothing can be said about it (a struct, a void result) */
};
enum { BOUND_MAX = 34 };

/* `type id = T;` of an .am file. */
struct user_type {
    const char *name;
    const struct abs *abs;
    struct place at;
    const struct user_type *next;
};

struct parser {
    struct arena *a;
    struct note_source *s;
    const struct note_resolver *r;
    struct cwi_unit *u;
    struct diag *d;
    enum status status;
    struct note_token queue[4];
    unsigned queued;
    struct bound bound[BOUND_MAX];
    unsigned bound_count;
    const struct user_type *types;
    unsigned depth, max_depth;         /* of nested brackets and prefixes */
    unsigned operators, max_operators; /* in the expression being read: left-leaning trees are deep without brackets */
    bool qualified;                    /* main:x and "file.c":x are names here */
    bool in_target;                    /* a colon ends the expression */
    bool lenient;                      /* from a table: nobody reads suggestions for names that do not occur */
    bool missing;                      /* the failure was a name that does not occur */
};

void note_parser_init(struct parser *p, struct arena *a, struct note_source *s, const struct note_resolver *r,
                      struct diag *d);
bool note_fail(struct parser *p, struct place at, const char *format, ...) PRINTF_LIKE(3, 4);
bool note_fail_missing(struct parser *p, struct place at, const char *format, ...) PRINTF_LIKE(3, 4);

const struct note_token *note_peek_at(struct parser *p, unsigned n, bool expand); /* n < 4 */
static inline const struct note_token *peek(struct parser *p)
{
    return note_peek_at(p, 0, false);
}
static inline const struct note_token *peek_c(struct parser *p)
{
    return note_peek_at(p, 0, true);
} /* inside C expressions */
struct note_token note_take(struct parser *p); /* the token that was peeked last */

bool note_is_punct(const struct note_token *t, const char *text);
bool note_is_word(const struct note_token *t, const char *word); /* a name, before macro expansion */
const char *note_word_of(const struct note_token *t); /* its name before macro expansion; NULL for other tokens */
bool note_is_name_like(const struct note_token *t);   /* a name or a string */
bool note_accept(struct parser *p, const char *punct);
bool note_accept_word(struct parser *p, const char *word);
bool note_expect(struct parser *p, const char *punct, const char *where);
bool note_expect_end(struct parser *p);
/* A name, or a string standing for one, as users may write it; `what` says what it names. */
bool note_expect_name(struct parser *p, const char *what, const char **out, struct place *at);
/* `=>`: one token of ours, two of cpplib's. */
bool note_at_arrow(struct parser *p);
bool note_expect_arrow(struct parser *p);
bool note_at_dots(struct parser *p); /* `..`, inside C expressions */
void note_take_dots(struct parser *p);
/* "'x'", "the end": how messages call a token. */
const char *note_describe(struct parser *p, const struct note_token *t);
/* "; did you mean 'x'?" or "". */
const char *note_did_you_mean(struct parser *p, const char *nearest);
/* Everything up to the end as one text, spaced as it was written. */
const char *note_take_text(struct parser *p);
/* The same up to one of the characters of `closing` outside of brackets, which is not taken. */
const char *note_take_text_until(struct parser *p, const char *closing);

/* ---- names ------------------------------------------------------------------------------------------------------- */

/* A resolver over the unit with a file's scope, for .am files. */
struct note_resolver *note_scope_resolver(struct arena *a, struct cwi_unit *u, const char *file, cwi_id func);
/* Of a question that is asked from outside: func is main, or 0, and a name with two meanings has none. */
struct note_resolver *note_question_resolver(struct arena *a, struct cwi_unit *u, cwi_id func);
/* Over the whole unit, without suggestions: tables name hundreds of functions that a program does not have. */
struct note_resolver *note_quiet_resolver(struct arena *a, struct cwi_unit *u);
bool note_is_ref_resolver(const struct note_resolver *r);
/* Whether `name` matches exactly one source file of the unit; else an error with the nearest or the candidates. */
bool note_check_file(struct parser *p, const char *name, struct place at);
/* The functions of a name (and file, may be NULL), the one meant first. 0 when there is none: *nearest (unless
 * `nearest` is NULL) as in name_meaning. */
cwi_id note_find_function(struct arena *a, struct cwi_unit *u, const char *file, const char *name, const char **nearest,
                          bool *ambiguous);
/* Every local (func != 0), or variable with static storage of the file, that a map's entry for `name` is about. */
size_t note_find_variables(const struct cwi_unit *u, const char *file, cwi_id func, const char *name, cwi_id *out,
                           size_t limit);
const char *note_nearest_variable(struct arena *a, const struct cwi_unit *u, const char *file, cwi_id func,
                                  const char *name);
const char *note_candidate_places(struct arena *a, const struct cwi_unit *u, const cwi_id *vars, size_t count);
/* A function named in an annotation: NAME, or "file":NAME where qualified names are allowed, or $n. */
bool note_parse_function(struct parser *p, cwi_id *out);

/* ---- C's types and conversions ----------------------------------------------------------------------------------- */

enum {
    NOTES_NESTS_OF_BRACKET = 2, /* the bracket, and the operand that begins with it */
    NOTES_MAX_NEST = 100 * NOTES_NESTS_OF_BRACKET,
    NOTES_MAX_NEST_CANONICAL = 2000,
    NOTES_MAX_OPERATORS = 250,
    NOTES_MAX_OPERATORS_CANONICAL = 1000
};

uint32_t note_int_bits(const struct cwi_unit *u);
uint32_t note_long_bits(const struct cwi_unit *u);
cwi_id note_int_type(struct cwi_unit *u);
cwi_id note_size_type(struct cwi_unit *u, bool is_signed); /* of pointer width */
cwi_id note_pointer_to(struct cwi_unit *u, cwi_id type);
cwi_id note_float_type(struct cwi_unit *u, uint32_t bits); /* 32: float, 64: double */
static inline const struct cwi_type *type_of(const struct cwi_unit *u, const struct cwi_expr *e)
{
    return u->types.items[e->type];
}
static inline bool is_int(const struct cwi_unit *u, const struct cwi_expr *e)
{
    return type_of(u, e)->kind == CWI_INT;
}
static inline bool is_float(const struct cwi_unit *u, const struct cwi_expr *e)
{
    return type_of(u, e)->kind == CWI_FLOAT;
}
static inline bool is_ptr(const struct cwi_unit *u, const struct cwi_expr *e)
{
    return type_of(u, e)->kind == CWI_PTR;
}
bool note_same_shape(const struct cwi_type *x, const struct cwi_type *y); /* same values, same representation */
int64_t note_fit_value(int64_t value, uint32_t bits, bool is_signed);
cwi_id note_promoted_type(struct cwi_unit *u, const struct cwi_expr *e);          /* C11 6.3.1.1 */
cwi_id note_usual_type(struct cwi_unit *u, cwi_id promoted_x, cwi_id promoted_y); /* C11 6.3.1.8 */
struct vs_type note_promoted_shape(const struct cwi_unit *u, const struct cwi_expr *e);
struct vs_type note_usual_shape(struct vs_type x, struct vs_type y);
/* Conversion as an assignment or a cast does it; constants are folded. NULL when C has none. */
const struct cwi_expr *note_convert(struct arena *a, struct cwi_unit *u, const struct cwi_expr *e, cwi_id type);
/* Arrays and functions become pointers. */
const struct cwi_expr *note_decay(struct arena *a, struct cwi_unit *u, const struct cwi_expr *e);
/* 0 or 1, an int. The operand is decayed and scalar. */
const struct cwi_expr *note_truth(struct arena *a, struct cwi_unit *u, const struct cwi_expr *e);
/* e == 0 or e != 0, compared as C does it. */
const struct cwi_expr *note_against_zero(struct arena *a, struct cwi_unit *u, enum cwi_op op, const struct cwi_expr *e);
bool note_is_truth(const struct cwi_unit *u, const struct cwi_expr *e); /* its value is 0 or 1 by its operator */
/* Whether the tree stands for && or ||: *op, whose second operand is *b; the first one is e->a. */
bool note_is_logical(const struct cwi_unit *u, const struct cwi_expr *e, enum cwi_op *op, const struct cwi_expr **b);
const struct cwi_expr *note_float_const(struct arena *a, cwi_id type, double value);
/* Folds an operation on constants; NULL when they are none. *why is set when it has no value (division by zero). */
const struct cwi_expr *note_fold_binary(struct arena *a, const struct cwi_unit *u, enum cwi_op op, cwi_id type,
                                        const struct cwi_expr *x, const struct cwi_expr *y, const char **why);
struct vs_type note_value_type(const struct cwi_unit *u,
                               cwi_id type); /* bits 0: not a scalar; arrays: their elements' */

/* ---- the grammar ------------------------------------------------------------------------------------------------- */

/* The binary operators, for parser and printer. */
struct binary_operator {
    const char *text;
    int precedence; /* higher binds tighter */
    enum cwi_op op;
};
extern const struct binary_operator note_binary_operators[]; /* ends with text NULL */
enum { PREC_COND = 0, PREC_OR = 1, PREC_UNARY = 11, PREC_POSTFIX = 12 };

const struct cwi_expr *note_parse_c(struct parser *p);       /* any expression, not decayed */
const struct cwi_expr *note_parse_c_unary(struct parser *p); /* without binary operators at its top */
const struct cwi_expr *
note_parse_c_target(struct parser *p); /* what an annotation is about: an operand, which a colon ends */
const struct cwi_expr *note_parse_c_scalar(struct parser *p);    /* decayed, of scalar type */
const struct cwi_expr *note_parse_c_condition(struct parser *p); /* 0 or 1 */
bool note_parse_c_constant(struct parser *p, int64_t *out, cwi_id *type);
/* expr_names.c: a name, the token next; a string that qualifies one; one that is known already. */
const struct cwi_expr *note_plain_name(struct parser *p);
const struct cwi_expr *note_file_name(struct parser *p);
const struct cwi_expr *note_name_in(struct parser *p, struct place at, const char *file, const char *func,
                                    const char *name);
/* build.c: builds an operator's tree from operands as written. Errors are at `at`. */
const struct cwi_expr *note_build_binary(struct parser *p, struct place at, enum cwi_op op, const struct cwi_expr *x,
                                         const struct cwi_expr *y);
const struct cwi_expr *note_build_unary(struct parser *p, struct place at, const char *op, const struct cwi_expr *x);
const struct cwi_expr *note_build_cast(struct parser *p, struct place at, const struct cwi_expr *x, cwi_id type);
const struct cwi_expr *note_build_member(struct parser *p, struct place at, const struct cwi_expr *x, const char *name,
                                         bool arrow);
const struct cwi_expr *note_build_index(struct parser *p, struct place at, const struct cwi_expr *x,
                                        const struct cwi_expr *y);
const struct cwi_expr *note_build_cond(struct parser *p, struct place at, const struct cwi_expr *c,
                                       const struct cwi_expr *x, const struct cwi_expr *y);
/* typename.c: a type's name, when one stands here: 1, none: 0, an error: -1. `first` is the token looked at from. */
int note_parse_type_name(struct parser *p, unsigned first, cwi_id *out);

/* `type`: of the variable that it is for, whose enumerators `enum` means; 0: of none; UNKNOWN_TYPE: the entry is only
 * read over. */
#define UNKNOWN_TYPE UINT32_MAX
bool note_parse_abstraction(struct parser *p, cwi_id type, const struct abs **out, struct place *at,
                            struct place *arg_places, size_t limit);
/* Abstraction for a cell or result of this type: warns or fails about arguments that cannot occur. */
bool note_check_fits(struct parser *p, const struct abs *abs, cwi_id type, struct place at,
                     const struct place *arg_places, size_t limit, const struct diag_sink *warnings);
bool note_parse_label_rule(struct parser *p, struct note *n, enum note_direction unmarked);
bool note_parse_abstract(struct parser *p, struct note *n);
bool note_take_property(struct parser *p, struct note *n);
bool note_parse_note(struct parser *p, struct note *n); /* any kind, its word included */
bool note_parse_interval(struct parser *p, int64_t *lo, int64_t *hi,
                         bool open_ends); /* [1, 3]  [1 .. 3]  after the bracket */

/* The logics, for parser, help and nearest names. */
enum logic_kind { LOGIC_EXPR, LOGIC_NOTHING, LOGIC_TARGET, LOGIC_TEXT };
struct logic_word {
    const char *word;
    enum logic_kind kind;
};
extern const struct logic_word note_logic_words[]; /* ends with word NULL */
/* The word of a logic, whose parts between hyphens are tokens. */
const char *note_take_logic_word(struct parser *p);
bool note_is_relation(const char *word); /* or "R-preorder" */

bool note_is_identifier(const char *s);
bool note_is_text_source(const struct note_source *s); /* of note_text_source */

#endif
