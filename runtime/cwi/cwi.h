/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cwi: the C Wolf intermediate form: what a translation unit, or a set of linked ones, does. Knows nothing of
 * abstraction.
 *
 * Making expressions and changing code: edit.h. Writing, reading, collecting and linking: fragments.h.
 *
 * A unit holds files, types, variables, functions, notes (annotations) and losses (what could not be represented).
 * Things refer to one another by ids that count from 1; 0 means none. A fragment is a unit as written into the section
 * .cwolf of an object file; a partly linked set of units is again a unit, and so is a whole program.
 *
 * Code. A function is an array of basic blocks, block 0 is the entry; a block is an array of statements of which
 * exactly the last is a terminator. Expressions are trees without side effects; every operation carries its result
 * type, conversions are explicit, there are no implicit promotions. After GCC: `char` arithmetic is arithmetic on
 * whatever type GIMPLE says.
 *
 * Ownership: everything of a unit lives in the unit's arena, strings too; cwi_unit_free releases it. Sources: DuVarney
 * 2002, 2.1.2 and table 3.10; GCC internals, GIMPLE.
 */
#ifndef CWOLF_CWI_H
#define CWOLF_CWI_H

#include "runtime/base/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef uint32_t cwi_id;

struct cwi_place {
    cwi_id file; /* into unit->files; 0: not known */
    uint32_t line, col;
};

/* ---- types ------------------------------------------------------------------------------------------------------- */

enum cwi_type_kind {
    CWI_VOID,
    CWI_INT,    /* integers, enums, _Bool (bits 1): `bits` is the precision, `size` the storage */
    CWI_FLOAT,  /* bits: 32, 64, 80 or 128 */
    CWI_PTR,    /* of: what it points to; bits: its width */
    CWI_ARRAY,  /* of: element; count: elements, CWI_UNKNOWN when not constant */
    CWI_STRUCT, /* fields */
    CWI_UNION,  /* fields */
    CWI_FUNC,   /* of: result; params; variadic */
    CWI_OPAQUE, /* anything else (complex, vector, 128-bit integers): a size, and parts that are used */
    CWI_TYPE_KINDS
};
extern const char *const cwi_type_kind_names[CWI_TYPE_KINDS];
#define CWI_UNKNOWN UINT64_MAX

struct cwi_field {
    const char *name; /* NULL: anonymous member */
    cwi_id type;
    uint64_t offset;   /* bytes from the start */
    uint8_t bit_pos;   /* bit-fields: first bit counted from the least significant bit of the little-endian (on
                        * big-endian */
    uint8_t bit_width; /* targets: most significant) end of the byte at `offset`; width 0: no bit-field */
};
struct cwi_enumerator {
    const char *name;
    int64_t value;
};
struct cwi_type {
    enum cwi_type_kind kind;
    const char *name; /* as users write it: "unsigned char", "enum state", "packet_t"; NULL when there is none */
    uint64_t size;    /* bytes, CWI_UNKNOWN when incomplete or variable */
    uint32_t bits;
    bool is_signed, is_variadic, is_volatile;
    bool is_packed; /* it, or what it points to, may lie at addresses that its parts alone could not */
    cwi_id of;
    uint64_t count;
    struct cwi_field *fields;
    uint32_t field_count;
    cwi_id *params;
    uint32_t param_count;
    struct cwi_enumerator *enumerators;
    uint32_t enumerator_count;
};

/* ---- expressions ------------------------------------------------------------------------------------------------- */

enum cwi_op {
    CWI_NEG,
    CWI_BITNOT,
    CWI_LOGNOT,
    CWI_ABS,
    CWI_CONVERT, /* between integers, pointers and floats: truncate or extend by the operand's signedness */
    CWI_ADD,
    CWI_SUB,
    CWI_MUL,
    CWI_DIV,
    CWI_MOD, /* DIV and MOD truncate */
    CWI_FLOORDIV,
    CWI_CEILDIV,
    CWI_EXACTDIV,
    CWI_FLOORMOD,
    CWI_AND,
    CWI_OR,
    CWI_XOR,
    CWI_SHL,
    CWI_SHR,
    CWI_ROTL,
    CWI_ROTR,
    CWI_MIN,
    CWI_MAX,
    CWI_EQ,
    CWI_NE,
    CWI_LT,
    CWI_LE,
    CWI_GT,
    CWI_GE, /* operands of one type; result 0 or 1 */
    CWI_LOGAND,
    CWI_LOGOR,     /* operands 0 or 1, both evaluated: CWI_COND is for a second one that may have no value */
    CWI_PTRADD,    /* pointer a, byte offset b (an integer of pointer width) */
    CWI_PTRSUB,    /* byte difference of pointers a and b */
    CWI_UNORDERED, /* one of two floats is NaN; result 0 or 1 */
    CWI_OPS
};
extern const char *const cwi_op_names[CWI_OPS]; /* "+", "&&", "convert" */

enum cwi_expr_kind {
    CWI_CONST,  /* value (sign-extended when the type is signed, else zero-extended); pointers: an absolute address, 0
                 * is null; of an aggregate type: 0, all of it zero */
    CWI_FCONST, /* floating: fvalue */
    CWI_VAR,    /* lvalue: variable `ref` */
    CWI_DEREF,  /* lvalue: what pointer a points to, accessed as `type` */
    CWI_FIELD,  /* lvalue: part of lvalue a: byte `offset`, and bit_pos/bit_width; name; also type punning (offset 0, no
                 * name) */
    CWI_INDEX,  /* lvalue: element b of array lvalue a; the stride is the size of `type`, unless `offset` is not 0: then
                 * that */
    CWI_ADDR,   /* address of lvalue a */
    CWI_FUNCREF, /* address of function `ref` */
    CWI_UNARY,   /* op a */
    CWI_BINARY,  /* a op b */
    CWI_COND,    /* a ? b : c */
    CWI_BOUND,   /* only in annotations: value -1 the value written or returned; 0.. an argument of the call */
    CWI_LOST,    /* any value of the type: `name` says what could not be represented */
    CWI_EXPR_KINDS
};
extern const char *const cwi_expr_kind_names[CWI_EXPR_KINDS];

struct cwi_expr {
    enum cwi_expr_kind kind;
    enum cwi_op op;
    cwi_id type;
    cwi_id ref;
    bool is_volatile; /* lvalues: this access is volatile */
    uint8_t bit_pos, bit_width;
    int64_t value;
    double fvalue;
    uint64_t offset; /* VAR and FUNCREF in linked units: the alias through which `ref` was meant, else 0 */
    const char *name;
    const struct cwi_expr *a, *b, *c;
};

/* The name of a comparison that asks for one object, not for one address, which an object may get from another that is
 * gone: what is compiled into a program has such. */
#define CWI_SAME_OBJECT "same object"
/* The name of a function that chooses whether main gets arguments that were made up for it. */
#define CWI_CHOOSES_ARGUMENTS "__VERIFIER_nondet_arguments"
/* And of one that chooses whether a call of the system gives what a rule follows. */
#define CWI_CHOOSES_SUCCESS "__VERIFIER_nondet_success"
/* Whether what a call has given is the object that a rule watches, as long as none is. */
#define CWI_CHOOSES_WATCHED "__VERIFIER_nondet_watched"
/* The name of a CWI_LOST that holds any value, and no pointer that may be followed: what is indeterminate. */
#define CWI_INDETERMINATE "a local variable that was changed before longjmp"
/* Texts of CWI_UNREACHABLE: what the program promises never to come to (cwi_is_promise). */
#define CWI_PROMISED_UNREACHED "the compiler takes this place for unreachable"
#define CWI_PROMISED_NONNULL   "a pointer is null here that 'nonnull' or 'returns_nonnull' says is not"
/* The name of a variable that stdin, stdout or stderr leads to, where streams are followed. */
#define CWI_STANDARD_STREAM "(rule standard)"
/* Objects that handles lead to which are pointers: the one that is watched, and others. */
#define CWI_RULE_ONE    "(rule one)"
#define CWI_RULE_OTHERS "(rule others)"
/* Names of LOST values for which any value is right (cwi_is_free_value). */
#define CWI_OPTIMISERS_KNOW "what the optimisers know"
#define CWI_OBJECT_SIZE     "the size of an object"
#define CWI_STACK_ADDRESS   "an address on the stack" /* where the stack is: __builtin_stack_save */

/* Trees are at most this deep: nothing that reads them needs a stack without bounds. Who folds stops before. */
enum { CWI_MAX_DEPTH = 500 };

/* ---- statements -------------------------------------------------------------------------------------------------- */

enum cwi_stmt_kind {
    CWI_ASSIGN, /* lhs = rhs; aggregates too */
    CWI_CALL,   /* lhs (may be NULL) = rhs(args): rhs is a FUNCREF or a pointer to a function */
    CWI_ASM,    /* text; args: outputs first (`outputs` of them, lvalues), then inputs; clobbers_memory */
    CWI_FORGET, /* something unsupported happened, `text` says what: lhs, or all memory when NULL, may hold anything */
    CWI_END,    /* the local variable lhs ends its life here (its address dangles) */
    /* terminators */
    CWI_GOTO,        /* targets[0] */
    CWI_IF,          /* rhs != 0: targets[0], else targets[1] */
    CWI_SWITCH,      /* rhs in cases[i].lo..hi: cases[i].target; else targets[0] */
    CWI_IGOTO,       /* computed goto: any of targets; where there are args, one for each target, only to those whose
                      * arg equals rhs */
    CWI_RETURN,      /* rhs or NULL */
    CWI_UNREACHABLE, /* after a call that does not return, trap (text "trap"), a broken promise (CWI_PROMISED_...); any
                      * other text: the program goes on, in a way that is not represented */
    CWI_STMT_KINDS
};
extern const char *const cwi_stmt_kind_names[CWI_STMT_KINDS];

struct cwi_case {
    int64_t lo, hi; /* inclusive, in the type of the switch value */
    uint32_t target;
    const char *name; /* "case IDLE" as far as known, or NULL */
};
struct cwi_stmt {
    enum cwi_stmt_kind kind;
    struct cwi_place at;
    const struct cwi_expr *lhs, *rhs;
    const struct cwi_expr **args;
    uint32_t arg_count, outputs;
    uint32_t *targets; /* block indices */
    uint32_t target_count;
    struct cwi_case *cases;
    uint32_t case_count;
    const char *text; /* ASM, FORGET, UNREACHABLE: see there; ASSIGN: "va_start", "va_copy", "va_arg" or "va_end", what
                       * it is to a va_list, or NULL */
    const struct cwi_expr *extra; /* of a CALL, after cwi_hold_extra: where the arguments from number `named` on lie, or
                                   * NULL */
    uint32_t named;
    bool clobbers_memory, is_tail, is_initialiser; /* is_initialiser: the store of a declaration's initialiser */
    bool is_note; /* no statement of the program: of a contract that is asked about, where nothing undefined is an error
                   */
};
struct cwi_block {
    struct cwi_stmt *stmts;
    uint32_t count;
    const char **labels; /* the user's C labels that name this block */
    uint32_t label_count;
};

/* ---- variables and functions ------------------------------------------------------------------------------------- */

enum cwi_linkage {
    CWI_AUTO,    /* variables: automatic local; `owner` is its function */
    CWI_PARAM,   /* parameter, in order in func->params */
    CWI_TEMP,    /* compiler temporary (a register): never has its address taken */
    CWI_LITERAL, /* anonymous constant object (string literal) */
    CWI_STATIC,  /* static; `owner` when declared inside a function */
    CWI_GLOBAL,  /* defined here with external linkage */
    CWI_WEAK,    /* defined here, gives way to a GLOBAL */
    CWI_COMMON,  /* tentative definition that merges by largest size */
    CWI_EXTERN,  /* declared only */
    CWI_LINKAGES
};
extern const char *const cwi_linkage_names[CWI_LINKAGES];

struct cwi_init { /* one initialised piece; everything else of a static object is zero */
    uint64_t offset;
    const struct cwi_expr *value; /* constant: CONST, FCONST, ADDR (with constant offsets), FUNCREF; else NULL and
                                   * `bytes` */
    uint8_t bit_pos, bit_width;   /* initialised bit-field */
    const uint8_t *bytes;
    uint64_t size;
};
struct cwi_var {
    const char *name;     /* the user's name; temporaries: NULL or GCC's */
    const char *asm_name; /* for the linker; NULL for locals */
    enum cwi_linkage linkage;
    cwi_id type, owner;
    struct cwi_place at;
    bool is_volatile, is_const, is_address_taken, is_thread_local, is_register_asm;
    bool is_weak;         /* EXTERN: a weak reference, null where nobody defines it */
    bool is_foreign;      /* linked units, EXTERN: code without a fragment defines it, or it cannot be told who does;
                             or it is a register */
    bool is_absent;       /* linked units, EXTERN and weak: nobody defines it, its address is null */
    bool is_exposed;      /* linked units: code without a fragment, or assembler outside of functions, may name it */
    uint64_t size;        /* bytes of the object where it is larger than its type (flexible arrays); else 0 */
    uint32_t turn, part;  /* as of functions; `part` of what has a section */
    const char *section;  /* that the user named, or NULL */
    const char *comdat;   /* group, or NULL */
    const char *alias_of; /* asm name, or NULL */
    cwi_id alias;         /* linked units: the variable that alias_of is; code refers to that one directly */
    struct cwi_init *init;
    uint32_t init_count;
};

enum cwi_access { CWI_ACCESS_ANY, CWI_ACCESS_READ, CWI_ACCESS_WRITE, CWI_ACCESS_NONE };
struct cwi_func {
    const char *name, *asm_name;
    enum cwi_linkage linkage; /* STATIC, GLOBAL, WEAK or EXTERN */
    cwi_id type;
    struct cwi_place at, end;
    cwi_id *params; /* variables */
    uint32_t param_count;
    cwi_id extra; /* the local variable that points to the arguments beyond the parameters when the function
                   * begins; 0: it never looks at them. They lie one behind the other, each at a multiple of a
                   * pointer's size. A va_list's first pointer points to the argument that comes next. */
    struct cwi_block *blocks;
    uint32_t block_count;          /* 0: no body */
    const struct cwi_block *roomy; /* cwi_add_block's: if these are the blocks, there is room for `block_room` */
    uint32_t block_room;
    cwi_id unit_file; /* the main source file of its translation unit */
    bool is_pure, is_const, is_noreturn, is_leaf, is_returns_twice, is_malloc, is_address_taken, is_inline;
    bool is_interrupt;
    bool is_nested;   /* the last parameter is not in its type: the frame around it, or where its result goes */
    bool is_wrapping; /* compiled with -fwrapv, signed overflow is defined */
    bool is_trapping; /* compiled with -ftrapv, or a sanitizer: signed overflow ends the program */
    bool reads_extra; /* va_arg occurs in it */
    bool is_weak, is_foreign, is_absent, is_exposed; /* as of variables */
    bool is_ieee; /* floating-point operations are done as written, each rounded once to its own type: no fast-math, no
                   * excess precision, no contraction */
    uint32_t init_priority, fini_priority; /* of a constructor, destructor: 65535 where none is given; 0: it is none */
    uint32_t turn;   /* linked units: of a shared library, whose constructors run before those with a lower turn, and
                      * its destructors after; 0: the program's own */
    uint32_t part;   /* linked units, of constructors and destructors: the number of its unit in the order of linking */
    uint8_t *access; /* enum cwi_access for each parameter, or NULL */
    const char *comdat, *alias_of;
    cwi_id alias; /* linked units: the function that alias_of is; code refers to that one directly */
};

/* ---- notes and losses -------------------------------------------------------------------------------------------- */

/* An annotation as it travels: `word` is its kind ("abstract"), `text` what follows, in the annotation language, in
 * which $0, $1, ... stand for refs[0], refs[1], ... (names were resolved where they stood). Words "am", "lm",
 * "properties" and "spec" carry a whole file given on the compiler's command line, named by `file_name`; "asm" carries
 * assembler from outside of functions. */
struct cwi_ref {
    enum { CWI_REF_VAR, CWI_REF_FUNC, CWI_REF_TYPE } kind;
    cwi_id id;
};
struct cwi_note {
    const char *word, *text, *file_name;
    struct cwi_place at;
    cwi_id func; /* the function in whose body it stands, or 0 */
    struct cwi_ref *refs;
    uint32_t ref_count;
};
struct cwi_loss { /* something the unit contains that is not represented exactly */
    const char *text;
    struct cwi_place at;
    cwi_id func;
};

/* ---- the unit ---------------------------------------------------------------------------------------------------- */

struct cwi_member { /* linked units: a translation unit that went into it */
    const char *name;
    uint64_t fingerprint; /* of its content: the same unit on two ways into a link is taken once */
};
struct cwi_unit {
    struct arena *arena;
    const char *name;     /* main source file, or the output name of a link */
    const char *producer; /* "GNU C17 12.2.0" */
    uint8_t pointer_bits;
    bool big_endian, char_is_signed, is_linked; /* is_linked: the result of cwi_link */
    struct VEC(const char *) files;             /* items[0] is unused in these four: ids count from 1 */
    struct VEC(struct cwi_type *) types;
    struct VEC(struct cwi_var *) vars;
    struct VEC(struct cwi_func *) funcs;
    struct VEC(struct cwi_note) notes;
    struct VEC(struct cwi_loss) losses;
    struct VEC(struct cwi_member) members; /* in order; empty unless is_linked */
    uint64_t fingerprint;                  /* of a unit that was read: a hash of its content; 0 of one that was built */
    const char *foreign_start;             /* linked units: what without a fragment runs before main, or NULL */
    const char *foreign_end;               /* and after it */
    const char *odd_start;                 /* linked units: why main is not what is run, or not the first, or NULL */
    bool replaces_allocator;               /* after cwi_expose: it has a malloc, or another of the family, of its own */
    bool is_rebound; /* after linking: some name means another thing than in its fragment (objcopy, --wrap) */
    bool is_static;  /* linked units: a program into which the C library was linked as well */
};

struct cwi_unit *cwi_unit_new(const char *name);
void cwi_unit_free(struct cwi_unit *u); /* NULL is allowed */

/* ---- building: everything is copied into the unit's arena; ids come back ----------------------------------------- */

cwi_id cwi_add_file(struct cwi_unit *u, const char *name);         /* one id for each name */
cwi_id cwi_add_type(struct cwi_unit *u, const struct cwi_type *t); /* may be filled in later through cwi_type_of */
cwi_id cwi_add_var(struct cwi_unit *u, const struct cwi_var *v);
cwi_id cwi_add_func(struct cwi_unit *u, const struct cwi_func *f);
void cwi_add_note(struct cwi_unit *u, const struct cwi_note *n);
void cwi_add_loss(struct cwi_unit *u, const struct cwi_loss *l);
cwi_id cwi_int_type(struct cwi_unit *u, uint32_t bits, bool is_signed); /* an unnamed one of that shape, made once */

static inline struct cwi_type *cwi_type_of(const struct cwi_unit *u, cwi_id id)
{
    return u->types.items[id];
}
static inline bool cwi_is_func_pointer(const struct cwi_unit *u, cwi_id type)
{
    const struct cwi_type *t = cwi_type_of(u, type);
    return t->kind == CWI_PTR && t->of && cwi_type_of(u, t->of)->kind == CWI_FUNC;
}
/* A va_list, or what leads to one. */
static inline bool cwi_is_va_list(const struct cwi_unit *u, cwi_id type)
{
    const struct cwi_type *t = cwi_type_of(u, type);
    while ((t->kind == CWI_PTR || t->kind == CWI_ARRAY) && t->of && !t->name)
        t = cwi_type_of(u, t->of);
    return t->name && strstr(t->name, "va_list");
}
static inline struct cwi_var *cwi_var_of(const struct cwi_unit *u, cwi_id id)
{
    return u->vars.items[id];
}
/* Each activation of its function has one of its own. */
static inline bool cwi_is_automatic(const struct cwi_var *v)
{
    return v->linkage == CWI_AUTO || v->linkage == CWI_PARAM || v->linkage == CWI_TEMP;
}
/* It was added by a rule: no name of C begins so. */
static inline bool cwi_is_of_rule(const struct cwi_var *v)
{
    return str_begins(v->name, "(rule ");
}
/* What handles of a rule lead to that are pointers: the one object that is watched, or the others. */
static inline bool cwi_is_watched_handle(const struct cwi_var *v)
{
    return v->name && !strcmp(v->name, CWI_RULE_ONE);
}
static inline bool cwi_is_other_handle(const struct cwi_var *v)
{
    return v->name && !strcmp(v->name, CWI_RULE_OTHERS);
}
static inline bool cwi_is_indeterminate(const struct cwi_expr *e)
{
    return e->kind == CWI_LOST && e->name && !strcmp(e->name, CWI_INDETERMINATE);
}
/* The program promises that it is never reached, and GCC relies on that. */
static inline bool cwi_is_promise(const struct cwi_stmt *s)
{
    return s->kind == CWI_UNREACHABLE && s->text &&
           (!strcmp(s->text, CWI_PROMISED_UNREACHED) || !strcmp(s->text, CWI_PROMISED_NONNULL));
}
/* Behind it the program goes on in a way that is not represented. */
static inline bool cwi_goes_on_unseen(const struct cwi_stmt *s)
{
    return s->kind == CWI_UNREACHABLE && s->text && strcmp(s->text, "trap") != 0 && !cwi_is_promise(s);
}
static inline struct cwi_func *cwi_func_of(const struct cwi_unit *u, cwi_id id)
{
    return u->funcs.items[id];
}

/* ---- looking at code --------------------------------------------------------------------------------------------- */

/* The ways out of a terminator: its targets, then its cases. */
uint32_t cwi_way_count(const struct cwi_stmt *s);
uint32_t cwi_way_target(const struct cwi_stmt *s, uint32_t way); /* a block */
bool cwi_is_lvalue(const struct cwi_expr *e);
/* Calls `visit` for every node, parents first; false from `visit` skips the node's operands. */
void cwi_expr_walk(const struct cwi_expr *e, bool (*visit)(void *context, const struct cwi_expr *e), void *context);
/* The same for the expressions of a statement: what it writes to, its value, its arguments. */
void cwi_stmt_walk(const struct cwi_stmt *s, bool (*visit)(void *context, const struct cwi_expr *e), void *context);
/* The variable is named in it (which may be NULL). */
bool cwi_expr_reads(const struct cwi_expr *e, cwi_id var);
/* Calls `visit` for every statement of the function, or of all functions. */
void cwi_func_walk(const struct cwi_func *f, void (*visit)(void *context, const struct cwi_stmt *s), void *context);
void cwi_unit_walk(const struct cwi_unit *u, void (*visit)(void *context, const struct cwi_stmt *s), void *context);
/* Where the statement stands; false: not in this function. */
bool cwi_locate(const struct cwi_func *f, const struct cwi_stmt *s, uint32_t *block, uint32_t *index);
/* Follows all ways through the function from a statement on, in no order: WAY_ENDS ends one, and with WAY_FOUND it is
 * over, and true. */
enum cwi_way { WAY_GOES_ON, WAY_ENDS, WAY_FOUND };
bool cwi_ways_find(const struct cwi_func *f, uint32_t block, uint32_t index,
                   enum cwi_way (*look)(void *context, const struct cwi_stmt *s), void *context);
/* What the initialiser of a static object holds in these bytes: *piece is the value that lies there, as long as they
 * are, or bytes among which they are; NULL: they are zero. False: parts of something else, or of several pieces. */
bool cwi_find_initial(const struct cwi_unit *u, const struct cwi_var *v, uint64_t offset, uint64_t size,
                      const struct cwi_init **piece);
/* The number that these bytes are, at most 8. */
uint64_t cwi_number_of_bytes(const struct cwi_unit *u, const uint8_t *bytes, uint64_t size);
/* What is converted, however often; NULL stays NULL. */
static inline const struct cwi_expr *cwi_converted(const struct cwi_expr *e)
{
    while (e && e->kind == CWI_UNARY && e->op == CWI_CONVERT)
        e = e->a;
    return e;
}
/* The LOST value does not matter: any is right, and none leads to an object. *value (may be NULL): one that a run may
 * take. */
bool cwi_is_free_value(const struct cwi_expr *e, uint64_t *value);
bool cwi_expr_equal(const struct cwi_expr *x, const struct cwi_expr *y); /* same tree, same refs and types */

/* Checks what readers rely on (ids in range, one terminator a block, targets exist, types fit). The diag names the
 * fault. */
enum status cwi_validate(const struct cwi_unit *u, struct diag *d);

/* u->fingerprint, or what it is going to be when read back. */
uint64_t cwi_fingerprint(const struct cwi_unit *u);

/* ---- finding ----------------------------------------------------------------------------------------------------- */

/* In bytes, a power of two: what each object of the type surely has. */
uint64_t cwi_alignment(const struct cwi_unit *u, cwi_id type);
/* Whether a file is one of the tool's own models of library functions. */
bool cwi_is_model(const struct cwi_unit *u, cwi_id file);
/* The next word of an assembler's text that may be a symbol, and its length; *text moves behind it. NULL: no more. */
const char *cwi_next_symbol(const char **text, size_t *length);
/* By user's name. `file` (may be NULL) restricts to units whose main file, or to entities whose own file, ends with
 * that path. Among several the defined, then the global one; *ambiguous (may be NULL) says that equals remain. */
cwi_id cwi_find_func(const struct cwi_unit *u, const char *file, const char *name, bool *ambiguous);
/* A variable with static storage, or (func != 0) a local or parameter of func, innermost name first by order of
 * declaration. */
cwi_id cwi_find_var(const struct cwi_unit *u, const char *file, cwi_id func, const char *name, bool *ambiguous);
/* All locals of a name in a function (shadowed ones are several): up to `limit` ids; returns how many there are. */
size_t cwi_find_locals(const struct cwi_unit *u, cwi_id func, const char *name, cwi_id *out, size_t limit);
/* "__printf_chk" -> "printf", "fopen64" -> "fopen", "_IO_getc" -> "getc" */
const char *cwi_base_name(const char *asm_name);
struct place cwi_place_text(const struct cwi_unit *u, struct cwi_place at);
static inline bool cwi_same_place(struct cwi_place x, struct cwi_place y)
{
    return x.file == y.file && x.line == y.line && x.col == y.col;
}

cwi_id cwi_find_start(const struct cwi_unit *u); /* the function that cwi_add_start added; 0: none */

/* ---- text -------------------------------------------------------------------------------------------------------- */

void cwi_print_type(const struct cwi_unit *u, cwi_id type, struct buf *out);              /* "unsigned char *" */
void cwi_print_expr(const struct cwi_unit *u, const struct cwi_expr *e, struct buf *out); /* C syntax, few brackets */
void cwi_print_string(const uint8_t *bytes, uint64_t size, struct buf *out); /* quoted; without a last NUL */
void cwi_print_stmt(const struct cwi_unit *u, const struct cwi_func *f, const struct cwi_stmt *s, struct buf *out);
void cwi_dump(const struct cwi_unit *u, struct buf *out); /* the whole unit, for people and golden tests */

#ifdef __cplusplus
}
#endif
#endif
