/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a program does between its statements, as statements: inline assembler as a call of a function of which nothing
 * is known, the frame that a nested function finds when it is called through a pointer, and the message that err and
 * its kin print before their models end the program. Sources: the GCC manual, "Extended Asm", "Nested Functions";
 * err(3), error(3).
 */
#include "runtime/cwi/edit.h"
#include "runtime/cwi/fragments.h"
#include "runtime/cwi/private.h"

static const char assembler_name[] = "inline assembler";

struct exposing {
    struct cwi_unit *u;
    struct arena *a;
    cwi_id assembler; /* the function that stands for it, or 0 */
    struct intern *symbols;
    struct VEC(struct cwi_ref) named;
    struct VEC(uint32_t) first, next; /* by the symbols' ids, by the place in `named`: who else has that name */
    struct VEC(const struct cwi_expr *) args;
    struct VEC(struct cwi_stmt) code;
};

/* ---- symbols ----------------------------------------------------------------------------------------------------- */

static void add_symbol(struct exposing *x, const char *name, struct cwi_ref ref)
{
    if (!name)
        return;
    uint32_t id = base_intern_add(x->symbols, name, strlen(name));
    if (id == x->first.count)
        vec_push(&x->first, UINT32_MAX);
    vec_push(&x->named, ref);
    vec_push(&x->next, x->first.items[id]);
    x->first.items[id] = (uint32_t)x->named.count - 1;
}

static void list_symbols(struct exposing *x)
{
    for (cwi_id i = 1; i < x->u->funcs.count; i++) {
        const struct cwi_func *f = cwi_func_of(x->u, i);
        add_symbol(x, cwi_symbol_name(f->name, f->asm_name), (struct cwi_ref){CWI_REF_FUNC, i});
    }
    for (cwi_id i = 1; i < x->u->vars.count; i++) {
        const struct cwi_var *v = cwi_var_of(x->u, i);
        if (v->linkage >= CWI_STATIC)
            add_symbol(x, cwi_symbol_name(v->name, v->asm_name), (struct cwi_ref){CWI_REF_VAR, i});
    }
}

static const struct cwi_expr *address(struct exposing *x, struct cwi_ref ref)
{
    struct cwi_type t = {.kind = CWI_PTR, .bits = x->u->pointer_bits, .size = x->u->pointer_bits / 8u};
    t.of = ref.kind == CWI_REF_FUNC ? cwi_func_of(x->u, ref.id)->type : cwi_var_of(x->u, ref.id)->type;
    cwi_id type = cwi_add_type(x->u, &t);
    if (ref.kind == CWI_REF_FUNC)
        return cwi_expr_func(x->a, type, ref.id);
    cwi_var_of(x->u, ref.id)->is_address_taken = true;
    return cwi_expr_addr(x->a, type, cwi_expr_var(x->a, x->u, ref.id));
}

const char *cwi_next_symbol(const char **text, size_t *length)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.";
    const char *symbol = *text + strcspn(*text, letters);
    *length = strspn(symbol, letters);
    *text = symbol + *length;
    return *length ? symbol : NULL;
}

/* Calls `visit` for the symbols that a text mentions. */
static void each_mentioned(struct exposing *x, const char *text, void (*visit)(struct exposing *x, struct cwi_ref ref))
{
    const char *symbol;
    for (size_t n; (symbol = cwi_next_symbol(&text, &n));) {
        uint32_t i = base_intern_find(x->symbols, symbol, n);
        for (uint32_t k = i == UINT32_MAX ? i : x->first.items[i]; k != UINT32_MAX; k = x->next.items[k])
            visit(x, x->named.items[k]);
    }
}

static void add_address(struct exposing *x, struct cwi_ref ref)
{
    vec_push(&x->args, address(x, ref));
}

/* Assembler outside of functions: what it names can be reached by code of which nothing is known. */
static void mark_exposed(struct exposing *x, struct cwi_ref ref)
{
    if (ref.kind == CWI_REF_FUNC)
        cwi_func_of(x->u, ref.id)->is_exposed = true;
    else
        cwi_var_of(x->u, ref.id)->is_exposed = true;
}

/* ---- assembler --------------------------------------------------------------------------------------------------- */

static bool may_point(const struct exposing *x, const struct cwi_expr *e)
{
    const struct cwi_type *t = e->type ? cwi_type_of(x->u, e->type) : NULL;
    if (!t || e->kind == CWI_CONST || e->kind == CWI_FCONST)
        return false;
    return t->kind == CWI_PTR || t->kind == CWI_STRUCT || t->kind == CWI_ARRAY ||
           (t->kind == CWI_INT && t->bits == x->u->pointer_bits);
}

/* What a function must get to do what the statement may do; false when it does nothing but compute its outputs. */
static bool collect_args(struct exposing *x, const struct cwi_stmt *s)
{
    x->args.count = 0;
    if (!s->text || !s->text[strspn(s->text, " \t\n;")])
        return false;
    each_mentioned(x, s->text, add_address);
    for (uint32_t i = s->outputs; i < s->arg_count; i++)
        if (may_point(x, s->args[i]))
            vec_push(&x->args, s->args[i]);
    return x->args.count || s->clobbers_memory;
}

static cwi_id assembler(struct exposing *x)
{
    if (!x->assembler) {
        cwi_id nothing = cwi_add_type(x->u, &(struct cwi_type){.kind = CWI_VOID});
        struct cwi_type t = {.kind = CWI_FUNC, .of = nothing, .is_variadic = true, .size = CWI_UNKNOWN};
        x->assembler = cwi_add_func(x->u, &(struct cwi_func){.name = assembler_name,
                                                             .linkage = CWI_EXTERN,
                                                             .is_foreign = true,
                                                             .type = cwi_add_type(x->u, &t)});
    }
    return x->assembler;
}

/* The call of what an assembler statement may do, before it. */
static struct cwi_stmt call_of(struct exposing *x, struct cwi_place at)
{
    struct cwi_ref ref = {CWI_REF_FUNC, assembler(x)};
    struct cwi_stmt call = {.kind = CWI_CALL, .at = at, .rhs = address(x, ref)};
    call.arg_count = (uint32_t)x->args.count;
    call.args = ARENA_ARRAY(x->a, const struct cwi_expr *, call.arg_count + 1);
    for (uint32_t i = 0; i < call.arg_count; i++)
        call.args[i] = x->args.items[i];
    return call;
}

/* ---- messages ---------------------------------------------------------------------------------------------------- */

struct message {
    const char *name, *printer; /* the printer takes the arguments from the format on */
    uint32_t format;
};

static const struct message *message_of(const struct exposing *x, const struct cwi_stmt *s)
{
    static const struct message messages[] = {{"err", "warn", 1},    {"errx", "warnx", 1},
                                              {"verr", "vwarn", 1},  {"verrx", "vwarnx", 1},
                                              {"error", "warnx", 2}, {"error_at_line", "warnx", 4}};
    const struct cwi_func *f =
        s->kind == CWI_CALL && s->rhs->kind == CWI_FUNCREF ? cwi_func_of(x->u, s->rhs->ref) : NULL;
    for (size_t i = 0; f && cwi_is_model(x->u, f->unit_file) && i < sizeof messages / sizeof *messages; i++)
        if (f->name && !strcmp(f->name, messages[i].name) && s->arg_count > messages[i].format)
            return &messages[i];
    return NULL;
}

static cwi_id printer(struct exposing *x, const struct message *message, const struct cwi_stmt *s)
{
    bool is_variadic = message->printer[0] != 'v';
    for (cwi_id i = 1; i < x->u->funcs.count; i++) {
        const struct cwi_func *f = cwi_func_of(x->u, i);
        if (f->linkage == CWI_EXTERN && !f->is_foreign &&
            !strcmp(cwi_symbol_name(f->name, f->asm_name), message->printer))
            return i;
    }
    cwi_id params[] = {s->args[message->format]->type, is_variadic ? 0 : s->args[message->format + 1]->type};
    struct cwi_type t = {.kind = CWI_FUNC,
                         .of = cwi_add_type(x->u, &(struct cwi_type){.kind = CWI_VOID}),
                         .params = arena_copy(x->a, params, sizeof params),
                         .param_count = is_variadic ? 1 : 2,
                         .is_variadic = is_variadic,
                         .size = CWI_UNKNOWN};
    return cwi_add_func(x->u, &(struct cwi_func){.name = message->printer,
                                                 .asm_name = message->printer,
                                                 .linkage = CWI_EXTERN,
                                                 .type = cwi_add_type(x->u, &t)});
}

static struct cwi_stmt print(struct exposing *x, const struct message *message, const struct cwi_stmt *s)
{
    struct cwi_ref ref = {CWI_REF_FUNC, printer(x, message, s)};
    struct cwi_stmt call = {.kind = CWI_CALL, .at = s->at, .rhs = address(x, ref)};
    call.arg_count = s->arg_count - message->format;
    call.args = arena_copy(x->a, s->args + message->format, call.arg_count * sizeof *s->args);
    return call;
}

/* ---- nested functions -------------------------------------------------------------------------------------------- */

/* __builtin_init_trampoline(where, function, frame): called through a pointer the function finds that frame. Every
 * trampoline of a function holds the frame of the function around it. */
static bool sets_trampoline(struct exposing *x, const struct cwi_stmt *s)
{
    if (s->kind != CWI_CALL || s->rhs->kind != CWI_FUNCREF || s->arg_count != 3 || s->args[1]->kind != CWI_FUNCREF ||
        strcmp(cwi_func_of(x->u, s->rhs->ref)->name, "__builtin_init_trampoline"))
        return false;
    return cwi_func_of(x->u, s->args[1]->ref)->is_nested;
}

static void give_frame(struct exposing *x, cwi_id func, const struct cwi_expr *frame)
{
    struct cwi_func *f = cwi_func_of(x->u, func);
    if (!f->param_count || !f->block_count)
        return;
    struct cwi_stmt set = {
        .kind = CWI_ASSIGN, .at = f->at, .rhs = frame, .lhs = cwi_expr_var(x->a, x->u, f->params[f->param_count - 1])};
    struct cwi_block *b = &f->blocks[0];
    if (b->count && b->stmts[0].kind == CWI_ASSIGN && cwi_expr_equal(b->stmts[0].lhs, set.lhs))
        return;
    cwi_var_of(x->u, f->params[f->param_count - 1])->is_const = false;
    struct cwi_stmt *grown = ARENA_ARRAY(x->a, struct cwi_stmt, b->count + 1);
    memcpy(grown + 1, b->stmts, b->count * sizeof *grown);
    grown[0] = set;
    b->stmts = grown;
    b->count++;
}

/* ---- all code ---------------------------------------------------------------------------------------------------- */

static void expose_block(struct exposing *x, struct cwi_block *b)
{
    bool changed = false;
    x->code.count = 0;
    for (uint32_t i = 0; i < b->count; i++) {
        const struct cwi_stmt *s = &b->stmts[i];
        bool is_trampoline = sets_trampoline(x, s);
        if (s->kind == CWI_ASM && collect_args(x, s)) {
            vec_push(&x->code, call_of(x, s->at));
            changed = true;
        }
        const struct message *message = message_of(x, s);
        if (message)
            vec_push(&x->code, print(x, message, s));
        changed |= is_trampoline || message;
        if (!is_trampoline)
            vec_push(&x->code, *s);
    }
    if (!changed)
        return;
    b->count = (uint32_t)x->code.count;
    b->stmts = arena_copy(x->a, x->code.items, x->code.count * sizeof *b->stmts);
}

static void give_frames(struct exposing *x)
{
    for (cwi_id i = 1; i < x->u->funcs.count; i++) {
        const struct cwi_func *f = cwi_func_of(x->u, i);
        for (uint32_t b = 0; b < f->block_count; b++)
            for (uint32_t k = 0; k < f->blocks[b].count; k++)
                if (sets_trampoline(x, &f->blocks[b].stmts[k]))
                    give_frame(x, f->blocks[b].stmts[k].args[1]->ref, f->blocks[b].stmts[k].args[2]);
    }
}

static bool is_allocator(const struct cwi_func *f)
{
    static const char *const names[] = {"malloc",        "calloc",   "realloc",       "free",
                                        "aligned_alloc", "memalign", "posix_memalign"};
    const char *symbol = cwi_symbol_name(f->name, f->asm_name);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (symbol && f->linkage != CWI_STATIC && !strcmp(symbol, names[i]))
            return f->block_count || f->is_foreign;
    return false;
}

/* The linker gives both ends of such a section names. */
static bool is_identifier(const char *section)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    return section && *section && !section[strspn(section, letters)];
}

static void find_special(struct cwi_unit *u)
{
    for (cwi_id i = 1; i < u->funcs.count; i++)
        if (is_allocator(cwi_func_of(u, i)))
            u->replaces_allocator = cwi_func_of(u, i)->is_exposed = true; /* the library calls it by its name */
    for (cwi_id i = 1; i < u->vars.count; i++)
        cwi_var_of(u, i)->is_exposed |= is_identifier(cwi_var_of(u, i)->section);
}

void cwi_expose(struct cwi_unit *u)
{
    struct exposing x = {.u = u, .a = u->arena, .symbols = base_intern_new()};
    size_t funcs = u->funcs.count;
    find_special(u);
    list_symbols(&x);
    give_frames(&x);
    for (cwi_id i = 1; i < funcs; i++)
        for (uint32_t b = 0; b < cwi_func_of(u, i)->block_count; b++)
            expose_block(&x, &cwi_func_of(u, i)->blocks[b]);
    for (size_t i = 0; i < u->notes.count; i++)
        if (!strcmp(u->notes.items[i].word, "asm"))
            each_mentioned(&x, u->notes.items[i].text, mark_exposed);
    base_intern_free(x.symbols);
    vec_free(&x.named);
    vec_free(&x.first);
    vec_free(&x.next);
    vec_free(&x.args);
    vec_free(&x.code);
}
