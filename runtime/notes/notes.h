/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * notes: the annotation language, once. Pragmas, abstraction maps (.am), label maps (.lm), property files and the
 * command line are read by one parser over a token source and a name resolver, and printed by one printer.
 *
 * A parsed note refers to variables and functions of one unit (struct cwi_unit) by id, and holds C expressions as cwi
 * trees: what an engine evaluates is one kind of tree. Source: DuVarney 2002, figures 2.4 and 2.5, table 2.1,
 * sections 3.11 and 4.7.
 *
 * Ownership: everything returned lives in the arena given.
 */
#ifndef CWOLF_NOTES_H
#define CWOLF_NOTES_H

#include "abstractions/abstractions.h"
#include "runtime/cwi/cwi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- notes ------------------------------------------------------------------------------------------------------- */

enum note_kind {
    NOTE_ABSTRACT,  /* #pragma cwolf abstract n : ranges(0, 1, 16)      var state : part(0,1,2); */
    NOTE_LABEL,     /* #pragma cwolf label watch(c == 3) => input stx   watch (main:c == 3) => 'stx; */
    NOTE_PROPERTY,  /* #pragma cwolf property ok : invariant n < 10 */
    NOTE_SPEC,      /* #pragma cwolf spec "door.ccs" Door obseq */
    NOTE_INPUT,     /* #pragma cwolf input read_key : [0, 9] */
    NOTE_EXTERNAL,  /* #pragma cwolf external hal_send : reads(buf) writes() */
    NOTE_ENTRY,     /* #pragma cwolf entry worker */
    NOTE_INTERRUPT, /* #pragma cwolf interrupt USART1_IRQHandler */
    NOTE_PREDICATE, /* #pragma cwolf predicate x < y */
    NOTE_RULE,      /* #pragma cwolf rule balanced : after lock(m) until unlock(m) never lock(m) */
    NOTE_SUPPRESS,  /* #pragma cwolf suppress balanced "the other thread unlocks it" */
    NOTE_KINDS
};
extern const char *const note_words[NOTE_KINDS]; /* "abstract", ... */

enum event_kind { EV_CALL, EV_RETURN, EV_READ, EV_WRITE, EV_WATCH, EV_EXEC, EV_EXIT };
extern const char
    *const note_event_words[]; /* "call", "return", ..., ends with NULL: the table that parser and help read */

/* A call's argument in a pattern. */
struct note_arg {
    /* `_`; a name (bound as CWI_BOUND n, for `when` and the label); a constant, which matches when equal */
    enum { ARG_ANY, ARG_NAME, ARG_VALUE } kind;
    const char *name;
    const struct cwi_expr *value;
};
struct note_event {
    enum event_kind kind;
    cwi_id func;                 /* CALL, RETURN: the function; EXIT: 0 */
    const struct note_arg *args; /* CALL: patterns for the first arguments */
    uint32_t arg_count;
    const struct cwi_expr *cell; /* READ, WRITE: the lvalue */
    /* WATCH: 0/1 expression over variables; EXIT: over CWI_BOUND -1, the status, or NULL */
    const struct cwi_expr *cond;
    cwi_id exec_file; /* EXEC: source line */
    uint32_t exec_line;
    /* condition over variables, CWI_BOUND -1 (value written, returned, exit status) and arguments; or NULL */
    const struct cwi_expr *when;
};

enum note_direction { DIR_NONE, DIR_INPUT, DIR_OUTPUT };
struct note_interval {
    int64_t lo, hi;
};

struct note {
    enum note_kind kind;
    struct place at;
    struct cwi_place src; /* the same where the note stands in program source, else zeros */
    cwi_id func;          /* scope, or 0 */
    /* label rules: the list (a map, or all pragmas of a unit) they belong to; watches of one list: first match wins */
    uint32_t list;
    bool from_table; /* from a ready-made map: what does not occur in the program is no error */
    /* The rest of a comma list, `abstract a, b : bool`, as note_parse returns it; else NULL. Printing prints the whole
     * list as one annotation; struct notes holds each note on its own (next NULL). */
    const struct note *next;
    union {
        struct {
            const struct cwi_expr *cell; /* lvalue: variable, field or element; NULL: the result of `result_of` */
            cwi_id result_of;
            const struct abs *abs;
        } abstract;
        struct {
            struct note_event event;
            enum note_direction direction;
            const char *name;             /* without the quote; NULL for "_" (silent) */
            const struct cwi_expr **args; /* what stands in brackets after the name, printed into the label: lock(m) */
            uint32_t arg_count;
        } label;
        struct {
            const char *name;            /* or NULL */
            const char *logic;           /* "invariant", "reach-assert", "unreachable", "ctl", "ltl", ... */
            const char *text;            /* the formula as written, after the logic's word */
            const struct cwi_expr *expr; /* invariant: 0/1 */
            const char *target;          /* unreachable: function or label name */
        } property;
        struct {
            const char *file, *process; /* process NULL: main or the only one. `file` relative to the note's own file */
            const char *relation;       /* "obseq" when not given */
            const char *entry;          /* or NULL */
            const char *content;        /* the design's text where it travelled with the unit, else NULL: read `file` */
        } spec;
        struct {
            cwi_id func, var;                   /* result of the function, or volatile/device variable */
            const struct note_interval *values; /* union of intervals; count 0: any value of the type */
            uint32_t count;
        } input;
        struct {
            cwi_id func;
            uint32_t *reads, *writes; /* parameter numbers from 0 whose pointees are read / written */
            uint32_t read_count, write_count;
            bool says_reads, says_writes; /* the clause was given (an empty one means: nothing) */
            bool writes_globals, calls_back, noreturn;
            bool refills; /* what ran out before, memory, may be there again (of the tool's own functions) */
        } external;
        cwi_id function; /* entry, interrupt */
        const struct cwi_expr *predicate;
        struct {
            const char *text; /* the whole rule: rule.h reads it */
        } rule;
        struct {
            const char *rule, *reason;
        } suppress;
    } u;
};

/* ---- resolving names --------------------------------------------------------------------------------------------- */

enum name_kind { NAME_UNKNOWN, NAME_VAR, NAME_FUNC, NAME_CONST, NAME_AMBIGUOUS };
struct name_meaning {
    enum name_kind kind;
    cwi_id id;           /* variable or function of the unit */
    int64_t value;       /* NAME_CONST: an enum constant */
    cwi_id type;         /* NAME_CONST */
    const char *nearest; /* NAME_UNKNOWN: "did you mean"; NAME_AMBIGUOUS: the candidates; or NULL */
};
/* Where names get their meaning: C scope inside the compiler (which adds variables and functions to the unit as they
 * are named), the linked program elsewhere. */
struct note_resolver {
    struct cwi_unit *unit;
    void *context;
    /* `external f : reads(buf)` asks for (NULL, "f", "buf"): NAME_CONST answers with the parameter's number from 0. */
    struct name_meaning (*resolve)(void *context, const char *file, const char *func, const char *name);
    /* A type by name for casts and sizeof in expressions: 0 when unknown. May be NULL. */
    cwi_id (*resolve_type)(void *context, const char *name);
};
/* The resolver over a unit: `file` and `func` qualify as in .am and .lm files; func (may be 0) is the scope of bare
 * names. */
struct note_resolver *note_unit_resolver(struct arena *a, struct cwi_unit *u, cwi_id func);
/* The resolver of a note that travelled in a fragment: $n are its refs. */
struct note_resolver *note_ref_resolver(struct arena *a, struct cwi_unit *u, const struct cwi_note *n);

/* ---- tokens ------------------------------------------------------------------------------------------------------ */

enum note_token_kind { TOK_END, TOK_NAME, TOK_NUMBER, TOK_STRING, TOK_CHAR, TOK_REF, TOK_PUNCT, TOK_BAD };
struct note_token {
    enum note_token_kind kind;
    const char *text; /* names, punctuation, and strings without quotes (unescaped) */
                      /* numbers and characters: as written, or NULL; TOK_BAD: what is wrong, for the message */
    int64_t value;    /* numbers, characters, $n */
    bool is_unsigned, is_long; /* suffixes of numbers */
    struct place at;
    const char *spelling; /* TOK_NAME: the name before macro expansion when the source knows it, else NULL */
};
/* A source of tokens: pragmas come from cpplib, everything else from text. `expand` asks for macro expansion (wanted
 * inside C expressions only); sources that cannot expand ignore it. */
struct note_source {
    void *context;
    struct note_token (*next)(void *context, bool expand);
};
struct note_source *note_text_source(struct arena *a, const char *file, const char *text, size_t size,
                                     uint32_t first_line, uint32_t first_col);

/* ---- parsing ----------------------------------------------------------------------------------------------------- */

struct note_file {
    const char *path;
    const struct note_file *next;
};
struct notes {
    struct arena *arena;
    struct VEC(const struct note *) list;
    const struct note_file *included; /* the files that maps included by `lib`, in the arena */
};

/* One annotation, the word included ("abstract n : values(1)"), up to the end of the source. */
enum status note_parse(struct arena *a, struct note_source *s, const struct note_resolver *r, struct note **out,
                       struct diag *d);

/* One C expression of any type, up to the end of the source. */
enum status note_parse_expr(struct arena *a, struct note_source *s, const struct note_resolver *r,
                            const struct cwi_expr **out, struct diag *d);
/* The subset of C that expressions are written in, and the grammar of annotations, for the help. */
extern const char note_help_text[];

/* Whole files. `path` resolves `lib "file";` and stands in messages. Unknown variables, functions and files are errors
 * with the nearest name, ambiguous ones list the candidates; contradictory entries (two abstractions for one variable)
 * name both places. */
enum status note_parse_am(struct notes *out, const char *path, const char *text, size_t size, struct cwi_unit *u,
                          const struct diag_sink *warnings, struct diag *d);
enum status note_parse_lm(struct notes *out, const char *path, const char *text, size_t size, struct cwi_unit *u,
                          bool from_table, const struct diag_sink *warnings, struct diag *d);
enum status note_parse_properties(struct notes *out, const char *path, const char *text, size_t size,
                                  struct cwi_unit *u, const struct diag_sink *warnings, struct diag *d);
/* One property as given to -p: "reach-assert", "unreachable NAME", "invariant EXPR", "LOGIC FORMULA"; `NAME : ...`
 * names it. */
enum status note_parse_property(struct arena *a, const char *text, struct cwi_unit *u, cwi_id scope, struct note **out,
                                struct diag *d);
/* A C condition as an invariant without a name: over what all functions of a file see (NULL: of the unit). */
enum status note_parse_condition(struct arena *a, const char *text, struct cwi_unit *u, const char *file,
                                 struct note **out, struct diag *d);

/* Everything that travels in the unit's own notes (pragmas, and the maps given at compile time). */
enum status note_load(struct notes *out, struct cwi_unit *u, const struct diag_sink *warnings, struct diag *d);

/* Appends the note as it travels in a fragment (the text that follows its word, names as $n) and fills refs (malloc'd
 * vector). */
struct note_refs {
    struct VEC(struct cwi_ref) list;
};
void note_print_canonical(const struct cwi_unit *u, const struct note *n, struct buf *out, struct note_refs *refs);
/* As a user would write it in the source: "#pragma cwolf abstract state : values(0, 1)". */
void note_print_pragma(const struct cwi_unit *u, const struct note *n, struct buf *out);
/* An expression as a user would write it: conversions that C implies are left out. */
void note_print_expr(const struct cwi_unit *u, const struct cwi_expr *e, struct buf *out);

/* x && y or x || y (`op`) of truths, where y is evaluated only when x does not decide. */
const struct cwi_expr *note_logical(struct arena *a, struct cwi_unit *u, enum cwi_op op, const struct cwi_expr *x,
                                    const struct cwi_expr *y);

/* Whether `unreachable NAME` is asked of a C label: NAME is the label, or FUNCTION:LABEL. */
bool note_asks_about_label(const struct note *n, const char *func, const char *label);

/* What -fplugin-arg-cwolf-KEY is about. */
enum note_flag {
    FLAG_UNKNOWN, /* then *nearest is the key that was meant, or NULL */
    FLAG_OF_FILE, /* a file whose notes travel in the fragment */
    FLAG_OF_LINK,
};
enum note_flag note_flag(const char *key, const char **nearest);

/* Whether a name is an identifier of the built-in tables: words that start a note, for messages. */
const char *note_nearest_word(const char *word);

#ifdef __cplusplus
}
#endif
#endif
