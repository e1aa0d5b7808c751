/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lts: modal labelled transition systems: storage, formats, reductions, comparisons. Knows nothing of C programs.
 *
 * A system has states 0 .. states-1, one initial state, and transitions (source, label, target). Label 0 is the silent
 * action tau. A transition may carry a must bit (it is in every refinement of the system; the others are may only) and
 * an opaque origin id (whose meaning belongs to the caller: where the transition comes from). A state may carry
 * three-valued propositions.
 *
 * Label names are the words that users see: an input is written with a leading quote ('a), an output is the bare word.
 * Tau's name is "i". Names may be any bytes.
 *
 * Ownership: a struct lts owns all its storage and is released by lts_free. Results of reductions and comparisons are
 * new objects that the caller owns. What a function takes as const it neither changes nor keeps.
 *
 * Failure: a function that can fail returns ST_OK or why not, and fills in a struct diag (base.h): text, file, line,
 * column. Then *out is NULL and nothing is left to release. Nothing prints; only base_out_of_memory ends the process,
 * and a host may define its own.
 *
 * Threads: there is no hidden state. Threads may work at the same time on systems of their own, and read the same one
 * as long as none changes it. A struct lts_control may be shared when its functions may be called from several threads.
 *
 * The usual way: lts_read, lts_reduce or lts_compare, lts_write_file; then lts_free and lts_comparison_free. An
 * installed example does just that, share/doc/cwolf/examples/lts/why.c:
 * `cc why.c $(pkg-config --cflags --libs cwolf-lts)`.
 */
#ifndef CWOLF_LTS_LTS_H
#define CWOLF_LTS_LTS_H

#include "runtime/base/base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { LTS_TAU = 0 };
#define LTS_NONE UINT32_MAX

/* A finished system in compressed rows: the transitions of state s are first[s] .. first[s+1]-1, sorted by (label,
 * target), without duplicates (of two equal ones the must one is kept). */
struct lts {
    uint32_t states, initial;
    uint64_t *first; /* states + 1 */
    uint32_t *label, *target;
    uint64_t *must;        /* one bit a transition, or NULL: every transition is must */
    uint32_t *origin;      /* one a transition, or NULL */
    struct intern *labels; /* id 0 is "i"; owned */

    uint32_t props; /* number of propositions */
    char **prop_names;
    uint8_t *prop;      /* [state * props + p]: LTS_FALSE, LTS_TRUE or LTS_MAYBE; NULL without propositions */
    char **state_names; /* text of each state for pictures, or NULL */

    void *held;         /* where all arrays and names lie when they are not allocated one by one, or NULL */
    size_t held_mapped; /* bytes when it is a file mapped into memory; 0: it is from malloc */
};
enum { LTS_FALSE = 0, LTS_MAYBE = 1, LTS_TRUE = 2 };

static inline uint64_t lts_transitions(const struct lts *l)
{
    return l->first[l->states];
}
static inline bool lts_is_must(const struct lts *l, uint64_t t)
{
    return !l->must || (l->must[t >> 6] >> (t & 63) & 1);
}
uint32_t lts_source(const struct lts *l, uint64_t t); /* the state that a transition leaves */
static inline const char *lts_label(const struct lts *l, uint64_t t)
{
    return base_intern_str(l->labels, l->label[t]);
}

/* ---- building ---------------------------------------------------------------------------------------------------- */

/* States come into being when they are named; transitions may be added in any order. */
struct lts_builder;
struct lts_builder *lts_builder_new(void);
uint32_t lts_builder_label(struct lts_builder *b, const char *name); /* "i", "tau" and "t" are not folded here */
uint32_t lts_builder_label_n(struct lts_builder *b, const char *name, size_t n); /* the same for any n bytes */
void lts_builder_add(struct lts_builder *b, uint32_t from, uint32_t label, uint32_t to, bool must, uint32_t origin);
void lts_builder_states(struct lts_builder *b, uint32_t at_least);
/* Sorts into rows and frees the builder. With keep_must false the result has must == NULL; likewise origin. */
struct lts *lts_builder_finish(struct lts_builder *b, uint32_t initial, bool keep_must, bool keep_origin);
void lts_builder_free(struct lts_builder *b);

void lts_free(struct lts *l);
struct lts *lts_copy(const struct lts *l);
/* Keeps only what is reachable from the initial state, numbered breadth first in row order: a canonical order. */
struct lts *lts_reachable(const struct lts *l);
bool lts_deterministic(const struct lts *l); /* no tau, and at most one target for each state and label */

/* ---- formats ----------------------------------------------------------------------------------------------------- */

enum lts_format {
    LTS_FMT_UNKNOWN,
    LTS_FMT_AUT,
    LTS_FMT_CCS,
    LTS_FMT_CWB,
    LTS_FMT_DOT,
    LTS_FMT_SVG,
    LTS_FMT_GRAPHML,
    LTS_FMT_JSON,
    LTS_FMT_PROMELA,
    LTS_FMT_TEXT,
    LTS_FMT_BINARY
};
/* One row for each format: the table that parser, printer, help and tests read. */
struct lts_format_row {
    enum lts_format format;
    const char *name, *suffix, *help;
    bool reads, writes;
};
extern const struct lts_format_row lts_formats[];       /* ends with name == NULL */
enum lts_format lts_format_by_name(const char *name);   /* "aut"; LTS_FMT_UNKNOWN when there is none */
enum lts_format lts_format_by_suffix(const char *path); /* by what follows the last dot */

struct lts_control;
/* Reads a system from `path` ("-": standard input; packed with gzip or zstd or not), FILE or FILE:PROCESS (a CCS file
 * holds several; without a name, `main` or the only one). Format UNKNOWN: by suffix, then by content. CCS terms are
 * unfolded into states by the rules of transition; `state_limit` bounds that (0: ten million). Fails with line and
 * column. */
enum status lts_read(const char *path, enum lts_format format, uint32_t state_limit, struct lts **out, struct diag *d);
/* The same with the process apart, which may be NULL, and with all limits. Messages name `file`, which they do not
 * own. */
enum status lts_read_file(const char *file, const char *process, enum lts_format format, const struct lts_control *c,
                          struct lts **out, struct diag *d);
/* Splits FILE:PROCESS at the last colon, unless `path` as a whole is a file. Returns a malloc'd FILE; *process points
 * into `path`, NULL when there is none. */
char *lts_split_path(const char *path, const char **process);
/* The same from memory: `name` stands in messages; `process` may be NULL. */
enum status lts_read_text(const char *name, const char *text, size_t size, enum lts_format format, const char *process,
                          uint32_t state_limit, struct lts **out, struct diag *d);

struct lts_print {
    bool must;        /* show must/may (dot: solid/dashed; aut: a comment-free extra field is never written) */
    bool io_labels;   /* 'a and a as ?a and !a */
    const char *name; /* of the graph or process; NULL: "main" */
    /* Takes what was written so far, so that a large text need not be held; called now and then. NULL: all is kept. */
    enum status (*drain)(void *context, struct buf *text, struct diag *d);
    void *context;
    const struct lts_control *control; /* asked while a picture is drawn; or NULL */
};
/* Appends the system as text. SVG runs the program `dot`. */
enum status lts_write(const struct lts *l, enum lts_format format, const struct lts_print *how, struct buf *out,
                      struct diag *d);
/* Writes it to a file ("-": standard output), packed when the suffix says so. The file is complete or as it was. */
enum status lts_write_file(const struct lts *l, enum lts_format format, const struct lts_print *how, const char *path,
                           const struct lts_control *c, struct diag *d);

/* A file under the same promise that is written piece by piece: it takes its place when lts_out_close says to keep it.
 * `c` (which may be NULL) is asked while a pipe takes no more. */
struct lts_out;
enum status lts_out_open(const char *path, const struct lts_control *c, struct lts_out **out, struct diag *d);
enum status lts_out_add(void *out, const char *text, size_t size, struct diag *d);
enum status lts_out_close(struct lts_out *out, bool keep, struct diag *d); /* NULL is allowed */

/* ---- pictures ---------------------------------------------------------------------------------------------------- */

/* Drawing a system of any size. One with more than `max_nodes` states (0: 200), or with so many arrows that nobody
 * could follow them, is drawn as a summary in at most that many groups of states (0: 24): those equally far from the
 * initial state, or those that can do the same, told apart by where it leads as far as there is room (by distance
 * after all when these are too many). The picture says what it is a summary of, how many states a group has, and how
 * often each label occurs between two groups. Time and memory are linear in the system. */
enum lts_summary_kind { LTS_SUMMARY_AUTO, LTS_SUMMARY_DEPTH, LTS_SUMMARY_LABELS, LTS_SUMMARY_NONE };
struct lts_picture {
    enum lts_summary_kind kind; /* AUTO: a summary only where needed; NONE: never */
    uint32_t max_nodes;
};
/* Appends it in format LTS_FMT_SVG or LTS_FMT_DOT. */
enum status lts_write_picture(const struct lts *l, const struct lts_picture *what, enum lts_format format,
                              const struct lts_print *how, struct buf *out, struct diag *d);
/* The same to a file, as lts_write_file writes it. */
enum status lts_write_picture_file(const struct lts *l, const struct lts_picture *what, enum lts_format format,
                                   const struct lts_print *how, const char *path, const struct lts_control *c,
                                   struct diag *d);

/* ---- systems of known shape -------------------------------------------------------------------------------------- */

/* Families of systems of any size, for tests and measurements. A family is one row; its transitions are computed, never
 * stored, so that the size is bounded by the file alone. */
enum { LTS_PARAMETERS = 5 };
struct lts_parameter {
    const char *name, *help;
    uint64_t fallback, least, most;
};
struct lts_generator;
struct lts_family {
    const char *name, *help;
    struct lts_parameter parameters[LTS_PARAMETERS + 1];             /* ends with name == NULL */
    enum status (*prepare)(struct lts_generator *g, struct diag *d); /* sizes and labels */
    void (*emit)(struct lts_generator *g, uint64_t unit); /* the transitions of a state (random: one transition) */
};
extern const struct lts_family lts_families[];                 /* ends with name == NULL */
const struct lts_family *lts_family_by_name(const char *name); /* or NULL */

/* Builds the system in memory. `values` are those of the parameters, in order. */
enum status lts_generate(const struct lts_family *f, const uint64_t *values, const struct lts_control *c,
                         struct lts **out, struct diag *d);
/* Hands it to `write` as .aut, piece by piece; ends early with the status that `write` returns when it is not ST_OK. */
enum status lts_generate_aut(const struct lts_family *f, const uint64_t *values, const struct lts_control *c,
                             enum status (*write)(void *context, const char *text, size_t size, struct diag *d),
                             void *context, struct diag *d);

/* ---- labels by name ---------------------------------------------------------------------------------------------- */

/* How a person names labels. NAME stands for every label that is NAME, or whose gate is: what stands before the
 * first '(', '!' or blank, so that `send` is send, send(1,2) and send !1. Without a leading quote it stands for the
 * input 'NAME too; with one, only for that. A `*` in it is any text: then it is held against the whole label. A NAME
 * in "double quotes" is the one label between them. The silent action has no name. */
bool lts_name_matches(const char *name, const char *label, size_t size);

/* What is done with labels. The first edit whose name matches a label decides, and all is done at once: a label is not
 * edited twice. A renamed label keeps its quote and its data: with `send` to `put`, 'send(1) becomes 'put(1); where the
 * name has a *, the * in `to` is what it stood for. `to` may be "i". Restriction removes transitions, of inputs and
 * outputs alike. */
enum lts_edit_kind { LTS_HIDE, LTS_RENAME, LTS_RESTRICT };
struct lts_edit {
    enum lts_edit_kind kind;
    const char *name, *to; /* `to` for LTS_RENAME */
};
struct lts_edits {
    const struct lts_edit *items;
    size_t count;
};
/* Edits a system in place. States that can no longer be reached stay: see lts_reachable. */
void lts_relabel(struct lts *l, const struct lts_edit *edits, size_t count);
/* An error when a name without * matches no label of any of the systems: it is misspelt, as a rule. */
enum status lts_check_edits(const struct lts *const *systems, size_t systems_count, const struct lts_edit *edits,
                            size_t count, struct diag *d);

/* Takes the labels out of the table that are on no transition that can be reached; ids change. What is then left in
 * it is kept by every equivalence, so systems of files may be reduced before they are composed. */
void lts_forget_labels(struct lts *l);

/* ---- composition ------------------------------------------------------------------------------------------------- */

/* Parallel composition of any number of systems. In style LTS_HANDSHAKE, which is CCS's, each moves alone, and two
 * do a and 'a together as tau; with `restrict_shared`, a name that one system has as a and another as 'a happens
 * only so. In style LTS_GATES a label that `sync` names happens only in all systems at once that know it (the
 * alphabetised parallel of CSP); one that `sync_all` names in every system at once, and not at all when one does not
 * know it (|[...]| of LOTOS, the interface parallel of CSP). It stays visible; all other labels happen alone. A system
 * knows the labels of its table: see lts_forget_labels. The whole knows what its parts know, as the edits leave it,
 * even when it never comes to it; so (A || B) || C is A || B || C.
 *
 * `edits` then apply to the labels of the whole, and `then` to what they leave. Only states that are reached are ever
 * built, numbered breadth first, and transitions that the edits remove are not taken. Systems with may transitions are
 * refused; propositions are not kept. */
enum lts_composition_style { LTS_HANDSHAKE, LTS_GATES };
struct lts_composition {
    enum lts_composition_style style;
    bool restrict_shared;    /* LTS_HANDSHAKE */
    const char *const *sync; /* LTS_GATES: names; "*" is all that two systems know */
    size_t sync_count;
    const char *const *sync_all; /* the same; "*" is then every label */
    size_t sync_all_count;
    const struct lts_edit *edits;
    size_t edit_count;
    const struct lts_edits *then; /* what is done, one after the other, with the labels that `edits` leave */
    size_t then_count;
    const struct diag_sink *notes; /* told of names that only one system knows, or not all; or NULL */
};
struct lts_control;
enum status lts_compose(const struct lts *const *parts, size_t count, const struct lts_composition *how,
                        const struct lts_control *c, struct lts **out, struct diag *d);

/* ---- relations --------------------------------------------------------------------------------------------------- */

/* The relations are those of R. van Glabbeek, "The linear time - branching time spectrum" I (1990) and II (1993). What
 * the weak ones make of divergence, an endless silent loop: weak, branching, tau-star, safety and weak-trace do not see
 * it; dpweak and dpbranching tell it apart; weak-completed-trace and weak-failures look at stable states only (without
 * a silent step), so a loop neither completes a trace nor refuses anything (the stable failures of CSP). These two are
 * therefore implied by dpweak and dpbranching, not by weak and branching. */
enum lts_relation {
    LTS_REL_NONE,
    LTS_PEEPHOLE,
    LTS_TAU_CYCLE,
    LTS_STRONG,
    LTS_BRANCHING,
    LTS_DPBRANCHING,
    LTS_WEAK,
    LTS_DPWEAK,
    LTS_TRACE,
    LTS_WEAK_TRACE,
    LTS_SIM,
    LTS_READY_SIM,
    LTS_COMPLETED_TRACE,
    LTS_WEAK_COMPLETED_TRACE,
    LTS_FAILURES,
    LTS_WEAK_FAILURES,
    LTS_SAFETY,
    LTS_TAU_STAR,
    LTS_TAU_CONFLUENCE
};
struct lts_relation_row {
    enum lts_relation relation;
    const char *name, *alias, *help;               /* "weak", "obseq" */
    bool reduces, compares, designs, has_preorder; /* designs: lts_compare_design knows it */
};
extern const struct lts_relation_row lts_relations[]; /* ends with name == NULL */
/* By name or alias; "R-preorder" sets *preorder. LTS_REL_NONE with *found false when there is no such relation. */
enum lts_relation lts_relation_by_name(const char *name, bool *preorder, bool *found);

/* Asked now and then by long work: true means stop (Ctrl-C, memory limit). NULL means never. */
struct lts_control {
    bool (*stop)(void *context);
    void *context;
    uint64_t max_memory; /* bytes, 0: no limit */
    uint32_t max_states; /* for constructions that can blow up (determinisation, unfolding); 0: ten million */
    /* Told now and then how much of a phase ("reading", "writing") is done, of `all` when that is not 0. May be
     * NULL. */
    void (*progress)(void *context, const char *phase, uint64_t done, uint64_t all);
    unsigned threads; /* that may work at the same time, the caller's among them; 0: one for each processor. Results do
                         not depend on it. */
};

/* The quotient of the reachable part. `*class_of` (when not NULL) receives a malloc'd map from old states to new ones
 * (LTS_NONE for states that the result does not represent; for traces, completed traces and failures, where a word
 * leads to a set of states, it tells the initial one only). A result never has more transitions than its input, except
 * for traces, completed traces, failures (these take exponential time and space at worst, and end with ST_LIMIT at
 * max_states or max_memory), tau-star and safety. Its labels are interned by name and its states numbered breadth
 * first; for all relations but the peephole and tau-cycle that is a canonical form. A tau that changes a proposition is
 * not silent for the relations that abstract from tau. Must bits: a quotient's transition is must only when it is must
 * from every member (strong) or when the caller's system had no may transitions; propositions separate states,
 * always. */
enum status lts_reduce(const struct lts *l, enum lts_relation relation, const struct lts_control *c, struct lts **out,
                       uint32_t **class_of, struct diag *d);
/* The same of a system that is not needed any more: `l` is freed, its memory used on the way. A bisimulation of a
 * system of n states and m transitions then needs at most about 16 bytes for each of them in all, the result
 * included; a weak one twice that, where much is silent and little alike. */
enum status lts_reduce_taking(struct lts *l, enum lts_relation relation, const struct lts_control *c, struct lts **out,
                              struct diag *d);

/* ---- comparison -------------------------------------------------------------------------------------------------- */

/* Hennessy-Milner logic with the modalities of the relation that a formula belongs to. A formula is a graph: equal
 * parts are one. Silent are the steps i that change no proposition. */
enum lts_formula_op {
    LTS_F_TRUE,      /* tt */
    LTS_F_PROP,      /* p, or maybe(p): the proposition `name` holds (may hold) */
    LTS_F_NOT,       /* not F */
    LTS_F_AND,       /* (F and G) */
    LTS_F_STEP,      /* <a>F: a step a leads to where F holds */
    LTS_F_WEAK_STEP, /* <<a>>F: so does a with silent steps before and after it; <<i>>F: silent steps alone, or none */
    LTS_F_VIA,       /* <<i>>(F and <a>G): silent steps, or none, lead to where F holds and a step a to where G holds;
                        <<i>>(F and <i?>G): or F and G hold there at once. It counts as one modality */
    LTS_F_FOREVER,   /* forever F: silent steps can go on for ever, with F holding from some point on */
};
struct lts_formula {
    enum lts_formula_op op;
    const char *name; /* label or proposition */
    bool maybe;       /* PROP */
    bool changes;     /* WEAK_STEP, VIA: an i that changes a proposition; written i! */
    uint32_t depth;   /* of modalities, one in the other */
    uint32_t id, count;
    const struct lts_formula *const *part; /* `count` of them: VIA has F and G */
};
/* The text is one line, and one more `    where X1 = F` for each part that stands in it more than once. */
void lts_formula_text(const struct lts_formula *f, struct buf *out);
/* The same in lines of about 100 columns, each after a line break and at least 4 blanks. */
void lts_formula_lines(const struct lts_formula *f, struct buf *out);
/* One line for each kind of modality that occurs, saying what it means. */
void lts_formula_legend(const struct lts_formula *f, struct buf *out);
/* Two JSON members, "formula_tree" and "formula_where" (its shared parts), without a comma behind. */
void lts_formula_json(const struct lts_formula *f, struct buf *out);

enum lts_verdict { LTS_VERDICT_FALSE, LTS_VERDICT_MAYBE, LTS_VERDICT_TRUE };

/* One step of what tells two systems apart: `side` 0 or 1 moves; label by name; the state reached there; also the
 * transition's index in its own system, so that a caller can find its origin. Taus on the way are steps of their own.
 * The steps of each side are a path from its initial state. A trace is one of side `only_in`; but of a program and its
 * design, it is the program's, with at most the last step by the design, from state_b (none when it refuses). */
struct lts_step {
    int side;
    const char *label;
    uint32_t state;
    uint64_t transition;
};
#define LTS_NO_TRANSITION UINT64_MAX

struct lts_comparison {
    enum lts_verdict verdict;
    struct arena *arena;    /* owns all below */
    struct lts_step *trace; /* shortest trace of one system that the other has not; or the play of the game */
    size_t steps;
    bool is_trace;              /* a trace, else a play whose last move cannot be answered */
    bool refuses;               /* both have the trace; after it, side `only_in` can refuse what follows */
    const char *const *refused; /* labels (completed traces, failures); none: it can come to rest, the other cannot */
    size_t refused_count;
    bool maybe_shorter;                /* is_trace: not all shorter traces could be tried */
    int only_in;                       /* the side that has the trace's (or play's) last step: 0 or 1 */
    uint32_t state_a, state_b;         /* where both stand before the last step, or after all where one refuses */
    const char *explanation;           /* one sentence: "after 'a 'b the first can do accept, the second cannot" */
    const struct lts_formula *formula; /* true in the first only; of least depth; NULL: none */
    uint32_t formula_depth; /* the least depth, known also where the formula is too large to make; 0: not known */
    const char *no_formula; /* why there is none and how to get one, where it takes too much memory; or NULL */
    const char *holds;      /* three-valued Maybe: what does hold ("the traces of the program are included") or NULL */
};
void lts_comparison_free(struct lts_comparison *c);

/* Two-valued: must bits are ignored. `preorder`: the first is below the second. LTS_REL_NONE: whether the reachable
 * parts are the same but for the numbers of states. Only with ST_OK is there a verdict: what is given up, for a limit
 * or to stop, has none. */
enum status lts_compare(const struct lts *a, const struct lts *b, enum lts_relation relation, bool preorder,
                        const struct lts_control *c, struct lts_comparison *out, struct diag *d);

/* Three-valued comparison of a program's model with its design (whose transitions are all must). For the bisimulations:
 * True when the may system and the must system are both bisimilar to the design (every may transition is matched by the
 * design, every transition of the design by a must transition); False when no implementation of the model can be
 * bisimilar to it: a must transition (reached over must transitions) that the design cannot match, or a transition of
 * the design that not even may transitions match; else Maybe. For trace kinds: True when all may traces are in the
 * design and all the design's traces are must traces; as a preorder (inclusion in the design) may transitions suffice
 * for True. */
enum status lts_compare_design(const struct lts *model, const struct lts *design, enum lts_relation relation,
                               bool preorder, const struct lts_control *c, struct lts_comparison *out, struct diag *d);

/* Whether the word of visible labels is a weak trace of the system: true, or false with *upto the length of the longest
 * prefix that is one. Labels that the system does not know simply do not match. */
bool lts_accepts(const struct lts *l, const char *const *word, size_t length, size_t *upto);

/* The same of a log, read as it comes ("-": standard input; packed or not): an event on a line, blanks around it do not
 * count, nor do empty lines and those that start with #. With io_labels, ?a is the input 'a, !a the output a. */
struct lts_log_answer {
    bool accepted;
    uint64_t events;     /* that are possible, one after the other */
    uint64_t line;       /* of the first that is not */
    struct buf rejected; /* it, as it may be shown; released by the caller */
    bool unknown;        /* the system has no such label */
};
enum status lts_check_log(const struct lts *l, const char *path, bool io_labels, const struct lts_control *c,
                          struct lts_log_answer *out, struct diag *d);

/* ---- scripts ----------------------------------------------------------------------------------------------------- */

/* A text that says how systems are put together and reduced on the way:
 *
 *     script    ::= { NAME '=' system | 'write' system STRING }
 *     system    ::= part { operator part }             the same operator again: all its parts at once
 *     operator  ::= '|[' names ']|'                    the labels named happen in every system at once (LOTOS)
 *                 | '|[[' names ']]|'                  in all that know them (CSP, by alphabets)
 *                 | '||' | '|||'                       the latter with all labels, with none
 *                 | '|'                                CCS: each moves alone, a and 'a together are i
 *     part      ::= ('hide' | 'restrict') names 'in' system
 *                 | 'rename' label '=' label { ',' label '=' label } 'in' system       reach as far as they can
 *                 | 'reduce' RELATION part
 *                 | 'generate' FAMILY { NUMBER }
 *                 | STRING | NAME | '(' system ')'     a file (or FILE:PROCESS); what was named before
 *     names     ::= label { ',' label }                as lts_name_matches reads them
 *
 * A '#' starts a comment. Files are beside the script's own. Everything is parsed before anything is read, and files
 * are written when all systems were made: a script that fails writes nothing. What `restrict` forbids in systems with
 * an operator between them, edits in between or not, is not built; of other systems every state is kept. A script that
 * writes nothing is warned of. */
struct lts_script_host {
    /* Told of every system made: where in the script, by what ("reduce weak"), and the system. May be NULL. */
    void (*made)(void *context, struct place at, const char *what, const struct lts *l);
    void *context;
    const struct diag_sink *notes; /* warnings; or NULL */
};
/* `name` is the script's own file, for messages and for finding files; `host` may be NULL. The names of files that a
 * message mentions live in the arena. */
enum status lts_script_run(struct arena *a, const char *name, const char *text, size_t size,
                           const struct lts_script_host *host, const struct lts_control *c, struct diag *d);
/* The same of a file, packed or not, or of standard input ("-"). */
enum status lts_script_run_file(struct arena *a, const char *path, const struct lts_script_host *host,
                                const struct lts_control *c, struct diag *d);

#ifdef __cplusplus
}
#endif

#endif
