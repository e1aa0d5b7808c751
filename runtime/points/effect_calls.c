/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What an effect says about one call: literal formats, modes, and the letters of its parameters.
 */
#include "runtime/points/effects.h"
#include "runtime/points/effect_letters.h"

/* ---- formats ----------------------------------------------------------------------------------------------------- */

const char *pt_effect_literal(const struct cwi_unit *u, const struct cwi_expr *e)
{
    e = cwi_converted(e);
    if (!e || e->kind != CWI_ADDR)
        return NULL;
    for (e = e->a; e && (e->kind == CWI_FIELD || e->kind == CWI_INDEX); e = e->a)
        if (e->offset || (e->kind == CWI_INDEX && (e->b->kind != CWI_CONST || e->b->value)))
            return NULL;
    bool is = e && e->kind == CWI_VAR && cwi_var_of(u, e->ref)->linkage == CWI_LITERAL;
    return is ? pt_effect_text(u, e->ref) : NULL;
}

const char *pt_effect_text(const struct cwi_unit *u, cwi_id var)
{
    const struct cwi_var *v = cwi_var_of(u, var);
    const struct cwi_type *t = cwi_type_of(u, v->type);
    if (t->kind != CWI_ARRAY || cwi_type_of(u, t->of)->size != 1) /* wide characters */
        return NULL;
    if (v->init_count != 1 || v->init[0].offset || !v->init[0].bytes || !memchr(v->init[0].bytes, 0, v->init[0].size))
        return NULL;
    return (const char *)v->init[0].bytes;
}

const struct cwi_expr *pt_effect_format(const struct effect *e, const struct cwi_stmt *call, bool *has_format)
{
    for (uint32_t i = 0; i < e->param_count; i++)
        if ((*has_format = e->params[i].letter == 'F' || e->params[i].letter == 'S'))
            return call && i < call->arg_count ? call->args[i] : NULL;
    *has_format = false;
    return NULL;
}

static bool is_narrow(const struct cwi_unit *u, const struct cwi_expr *format)
{
    const struct cwi_type *t = cwi_type_of(u, format->type);
    bool is_pointer = t->kind == CWI_PTR && t->of;
    t = is_pointer ? cwi_type_of(u, t->of) : t;
    while (is_pointer && t->kind == CWI_ARRAY)
        t = cwi_type_of(u, t->of);
    return is_pointer && t->size == 1;
}

/* The program may have conversions of its own. */
static bool registers_conversions(const struct cwi_unit *u)
{
    static const char begin[] = "register_printf_";
    bool found = false;
    for (cwi_id f = 1; f < u->funcs.count && !found; f++) {
        const char *name = cwi_func_of(u, f)->name;
        found = name && *name == *begin && !strncmp(name, begin, sizeof begin - 1);
    }
    return found;
}

bool pt_effect_knows_formats(const struct cwi_unit *u, const struct cwi_expr *format)
{
    return is_narrow(u, format) && !registers_conversions(u);
}

/* The literal format of a call; *has_format says whether the function takes one. */
static const char *format_of(const struct cwi_unit *u, const struct effect *e, const struct cwi_stmt *call,
                             bool *has_format)
{
    const struct cwi_expr *format = pt_effect_format(e, call, has_format);
    return format && pt_effect_knows_formats(u, format) ? pt_effect_literal(u, format) : NULL;
}

static bool next_conversion(const struct cwi_unit *u, const struct effect *e, const char **at,
                            struct format_conversion *c)
{
    return pt_format_next(at, pt_effect_has(e, 'S'), u->pointer_bits / 8, c);
}

bool pt_effect_may_convert(const struct cwi_unit *u, const struct effect *e, const struct cwi_stmt *call, char letter)
{
    bool has_format;
    struct format_conversion c;
    const char *s = format_of(u, e, call, &has_format);
    if (!s)
        return has_format;
    while (next_conversion(u, e, &s, &c))
        if (c.letter == letter || (letter == 'm' && c.allocates))
            return true;
    return !c.letter;
}

bool pt_effect_conversions(const struct cwi_unit *u, const struct effect *e, const struct cwi_stmt *call,
                           uint32_t *count, bool *may_be_none)
{
    bool has_format;
    struct format_conversion c;
    const char *s = format_of(u, e, call, &has_format), *format = s;
    *count = 0;
    *may_be_none = false;
    if (!s || !pt_effect_has(e, 'S'))
        return false;
    while (next_conversion(u, e, &s, &c)) {
        if (c.is_positional)
            return false;
        /* What stands before it may not match, or the conversion itself. */
        bool is_first = strspn(format, " \t\n") + 1 >= (size_t)(c.flags - format);
        *may_be_none |= !*count && (!strchr("csCS", c.letter) || !is_first);
        *count += c.takes_argument && c.letter != 'n';
    }
    return c.letter && *count > 0;
}

bool pt_effect_conversion(const struct cwi_unit *u, const struct effect *e, const struct cwi_stmt *call, uint32_t i,
                          struct format_conversion *c)
{
    bool has_format;
    const char *s = format_of(u, e, call, &has_format);
    uint32_t at = e->param_count - 1; /* the last parameter is repeated for variable arguments */
    while (s && next_conversion(u, e, &s, c) && !c->is_positional) {
        at += c->stars;
        if (c->takes_argument && at++ == i)
            return true;
    }
    return false;
}

uint64_t pt_effect_pointee_size(const struct cwi_unit *u, cwi_id function, uint32_t i, cwi_id argument)
{
    const struct cwi_type *f = function ? cwi_type_of(u, function) : NULL;
    bool is_declared = f && f->kind == CWI_FUNC && i < f->param_count; /* what is handed over may be an array */
    cwi_id type = is_declared ? f->params[i] : argument;
    const struct cwi_type *t = type ? cwi_type_of(u, type) : NULL;
    t = t && t->kind == CWI_PTR && t->of ? cwi_type_of(u, t->of) : NULL;
    while (t && t->kind == CWI_ARRAY)
        t = cwi_type_of(u, t->of);
    return !t || t->kind == CWI_VOID || t->size == CWI_UNKNOWN ? 0 : t->size;
}

/* open and openat have flags where a string is followed by a number; fopen has letters. */
void pt_effect_mode(const struct cwi_unit *u, const struct effect *e, const struct cwi_stmt *call, bool *reads,
                    bool *writes)
{
    enum { ACCESS = 3, TO_WRITE = 1 }; /* O_ACCMODE, O_WRONLY; O_RDONLY is 0 */
    uint32_t path = 0;
    while (path < e->param_count && !e->params[path].is_string)
        path++;
    const struct cwi_expr *mode = path + 1 < call->arg_count ? call->args[path + 1] : NULL;
    const char *letters = mode ? pt_effect_literal(u, mode) : NULL;
    *reads = *writes = true;
    if (letters) {
        *reads = strpbrk(letters, "r+");
        *writes = strpbrk(letters, "wa+");
    } else if (mode && mode->kind == CWI_CONST) {
        *reads = (mode->value & ACCESS) != TO_WRITE;
        *writes = (mode->value & ACCESS) != 0;
    }
}

static enum cwi_way look_for_call(void *call, const struct cwi_stmt *s)
{
    const struct cwi_stmt *wanted = call;
    bool is_same = s->kind == CWI_CALL && s->rhs->kind == CWI_FUNCREF && s->rhs->ref == wanted->rhs->ref;
    return s == wanted ? WAY_FOUND : is_same ? WAY_ENDS : WAY_GOES_ON;
}

bool pt_effect_is_called_before(const struct cwi_func *f, const struct cwi_stmt *call)
{
    return !cwi_ways_find(f, 0, 0, look_for_call, (void *)call);
}

bool pt_effect_is_unseen(const struct effect *e, const struct cwi_stmt *call)
{
    enum { GLOB_OWN_FUNCTIONS = 1 << 9 }; /* GLOB_ALTDIRFUNC */
    if (!e->known || !e->name || (strcmp(e->name, "glob") && strcmp(e->name, "glob64")))
        return e->flags & EFFECT_UNSEEN;
    const struct cwi_expr *flags = call->arg_count > 1 ? call->args[1] : NULL;
    return !flags || flags->kind != CWI_CONST || (flags->value & GLOB_OWN_FUNCTIONS);
}

/* ---- letters ----------------------------------------------------------------------------------------------------- */

bool pt_effect_takes_null(const struct effect *e, uint32_t i)
{
    const struct effect_param *x = effect_param(e, i);
    return x->may_be_null && !(x->size_arg >= 0 && x->letter == 'w' && pt_effect_has(e, 'F'));
}

bool pt_effect_counts(const struct effect *e, uint32_t i)
{
    const struct effect_param *x = effect_param(e, i);
    return i && x->may_be_null && x->letter == 'b' && effect_letter(e, i - 1) == 'q';
}

bool pt_effect_has(const struct effect *e, char letter)
{
    for (uint32_t i = 0; i < e->param_count; i++)
        if (e->params[i].letter == letter)
            return true;
    return false;
}

bool pt_effect_reads(const struct effect *e, uint32_t i)
{
    return effect_among(effect_letter(e, i), LETTERS_READ);
}

/* A va_list through whose pointers something is written: "%n". */
static bool is_written_list(const struct cwi_unit *u, const struct effect *e, const struct cwi_stmt *call, uint32_t i)
{
    return effect_letter(e, i) == 'v' && pt_effect_may_convert(u, e, call, 'n');
}

bool pt_effect_writes(const struct cwi_unit *u, const struct effect *e, const struct cwi_stmt *call, uint32_t i)
{
    if (effect_is_repeated(e, i) && e->rest.letter == 'r' && pt_effect_may_convert(u, e, call, 'n'))
        return true;
    return is_written_list(u, e, call, i) || effect_among(effect_letter(e, i), LETTERS_WRITTEN);
}

bool pt_effect_writes_by_format(const struct effect *e, uint32_t i)
{
    bool is_list = effect_letter(e, i) == 'v', is_value = effect_is_repeated(e, i) && e->rest.letter == 'r';
    return (is_list || is_value) && !effect_among(effect_letter(e, i), LETTERS_WRITTEN);
}

bool pt_effect_reads_deep(const struct effect *e, uint32_t i)
{
    return effect_among(effect_letter(e, i), LETTERS_DEEP_READ);
}

bool pt_effect_writes_deep(const struct cwi_unit *u, const struct effect *e, const struct cwi_stmt *call, uint32_t i)
{
    return is_written_list(u, e, call, i) || effect_among(effect_letter(e, i), LETTERS_DEEP_WRITTEN);
}

bool pt_effect_allocates(const struct cwi_unit *u, const struct effect *e, const struct cwi_stmt *call)
{
    return pt_effect_has(e, 'a') || (pt_effect_has(e, 'S') && pt_effect_may_convert(u, e, call, 'm'));
}

bool pt_effect_keeps(const struct effect *e, uint32_t i)
{
    return effect_among(effect_letter(e, i), LETTERS_KEPT);
}

bool pt_effect_calls(const struct effect *e, uint32_t i)
{
    return effect_among(effect_letter(e, i), LETTERS_CALLED);
}

bool pt_effect_is_pointer(const struct effect *e, uint32_t i)
{
    return effect_among(effect_letter(e, i), LETTERS_POINTER);
}

/* ---- blocks ------------------------------------------------------------------------------------------------------ */

uint64_t pt_effect_block_size(const struct effect *e, const struct cwi_stmt *call)
{
    bool is_known = e->known && !e->from_note && e->result == EFFECT_NEW && e->name && call->arg_count &&
                    (!strcmp(e->name, "malloc") || !strcmp(e->name, "calloc")); /* others align, or give whole pages */
    uint64_t size = is_known;
    for (uint32_t i = 0; i < call->arg_count && is_known; i++) {
        const struct cwi_expr *n = cwi_converted(call->args[i]);
        is_known = n->kind == CWI_CONST && n->value > 0 && n->value <= UINT32_MAX;
        size *= is_known ? (uint64_t)n->value : 0;
        is_known &= size <= UINT32_MAX;
    }
    return is_known ? size : 0;
}

struct use {
    const struct cwi_unit *u;
    cwi_id var; /* that the block is given to first */
    uint64_t size;
    cwi_id type; /* found */
};

static cwi_id fitting(const struct use *k, cwi_id pointer)
{
    const struct cwi_type *t = cwi_type_of(k->u, pointer);
    const struct cwi_type *of = t->kind == CWI_PTR && t->of ? cwi_type_of(k->u, t->of) : NULL;
    uint64_t size = of && (k->size || of->kind == CWI_STRUCT) ? of->size : 0;
    return size > 1 && size != CWI_UNKNOWN && k->size % size == 0 ? t->of : 0;
}

static void look_at_use(void *use, const struct cwi_stmt *s)
{
    struct use *k = use;
    const struct cwi_expr *from = s->kind == CWI_ASSIGN ? cwi_converted(s->rhs) : NULL;
    if (from && from->kind == CWI_VAR && from->ref == k->var && !k->type)
        k->type = fitting(k, s->lhs->type);
}

/* Mostly the next statement is one. False: the function is too large to look at all of it for each call. */
static bool look_behind(struct use *k, const struct cwi_func *f, const struct cwi_stmt *call)
{
    enum { LARGE = 20000 };
    uint32_t count = 0;
    for (uint32_t b = 0; b < f->block_count; b++) {
        const struct cwi_stmt *end = f->blocks[b].stmts + f->blocks[b].count;
        for (const struct cwi_stmt *s = call; call >= f->blocks[b].stmts && s < end && !k->type; s++)
            look_at_use(k, s);
        count += f->blocks[b].count;
    }
    return count < LARGE;
}

cwi_id pt_effect_block_type(const struct cwi_unit *u, cwi_id func, const struct cwi_stmt *call, uint64_t size)
{
    if (!call->lhs)
        return 0;
    struct use k = {u, call->lhs->kind == CWI_VAR ? call->lhs->ref : 0, size, 0};
    k.type = fitting(&k, call->lhs->type);
    if (!k.type && k.var && look_behind(&k, cwi_func_of(u, func), call) && !k.type)
        cwi_func_walk(cwi_func_of(u, func), look_at_use, &k);
    return k.type;
}
