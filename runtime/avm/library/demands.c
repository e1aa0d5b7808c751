/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a function of the library demands of the pointers that it gets: as many bytes as its row in the table of effects
 * says, and an end to each string.
 */
#include "demands.h"

enum { MOST_CHARACTERS = 4096 };

static struct vs_type size_type(const struct avm *m)
{
    return (struct vs_type){VS_INT, m->u->pointer_bits, 0, VS_BOUNDED};
}

/* The bytes are all zero: 1 surely, 0 surely not, -1 it cannot be told. */
static int is_zero(struct avm *m, struct work *s, struct mem_place at, uint32_t size)
{
    int is = 1;
    for (uint32_t i = 0; i < size; i++) {
        struct span x = span_of_byte(at.offset + i);
        vs v = avm_read(m, s, at.object, &x);
        if (v != VS_TOP && !vs_contains(m->pool, x.t, v, 0))
            return 0;
        if (v != vs_small(0))
            is = -1;
    }
    return is;
}

/* A string of characters of `unit` bytes ends inside of its object, or after `most` characters: 1 surely, 0 surely not,
 * -1 it cannot be told. */
static int is_string(struct avm *m, struct work *s, vs p, struct vs_type t, uint32_t unit, uint64_t most)
{
    struct mem_place at;
    if (vs_ptr_targets(m->pool, p) != 1 || !avm_only_place(m, p, t, &at))
        return avm_reaches(m, s, p, t, unit) == 0 ? 0 : -1;
    for (uint64_t i = 0; i < most && i < MOST_CHARACTERS; i++, at.offset += unit) {
        int is_there = avm_is_there(m, s, at.object, at.offset, unit);
        if (is_there != 1) {
            m->trap = i ? &avm_trap_string : m->trap;
            return is_there;
        }
        int is_end = is_zero(m, s, at, unit);
        if (is_end)
            return is_end == 1 || i + 1 == most ? 1 : -1;
    }
    return most <= MOST_CHARACTERS ? 1 : -1;
}

const char *avm_arguments_string(struct avm *m, struct work *s, const struct node *pointer, uint64_t *length)
{
    struct mem_place at;
    char text[MOST_CHARACTERS];
    vs p = pointer->t.kind == VS_PTR ? avm_eval(m, s, pointer) : VS_TOP;
    if (p <= VS_TOP || vs_ptr_targets(m->pool, p) != 1 || !avm_only_place(m, p, pointer->t, &at))
        return NULL;
    uint64_t n = avm_read_bytes(m, s, at, MOST_CHARACTERS, true, text);
    *length = n - 1;
    return n ? arena_strn(m->step_arena, text, n - 1) : NULL;
}

/* Bounds of a value that is a size; unknown: any. */
static void bounds_of(struct avm *m, vs v, struct vs_type t, uint64_t *lo, uint64_t *hi)
{
    *lo = v > VS_TOP ? (uint64_t)vs_min(m->pool, t, v) : 0;
    *hi = v > VS_TOP ? (uint64_t)vs_max(m->pool, t, v) : UINT64_MAX;
}

/* Of an argument. */
static void size_of(struct avm *m, struct work *s, const struct call *call, int i, uint64_t *lo, uint64_t *hi)
{
    const struct node *n = i >= 0 && (uint32_t)i < call->arg_count ? call->args[i] : NULL;
    vs v = n && n->t.kind == VS_INT ? avm_eval(m, s, n) : VS_TOP;
    if (v > VS_TOP)
        v = vs_unary(m->pool, VS_CONVERT, size_type(m), v, n->t);
    bounds_of(m, v, size_type(m), lo, hi);
}

static uint64_t declared_size(const struct avm *m, const struct op *op, uint32_t i)
{
    const struct cwi_expr *e = op->stmt && i < op->stmt->arg_count ? op->stmt->args[i] : NULL;
    cwi_id function = op->call->callee ? cwi_func_of(m->u, op->call->callee)->type : 0;
    return pt_effect_pointee_size(m->u, function, i, e ? e->type : 0);
}

/* Bytes of a character of the string that the argument points to. */
static uint32_t unit_of(const struct avm *m, const struct op *op, uint32_t i)
{
    uint64_t size = declared_size(m, op, i);
    return size == 2 || size == 4 ? (uint32_t)size : 1;
}

/* Of what the argument points to by its declaration; 0: anything. */
static uint64_t pointee_size(const struct avm *m, const struct op *op, uint32_t i)
{
    const char *name = op->call->effect->name; /* wide characters are numbers here */
    bool is_wide = name && (str_begins(name, "wcs") || str_begins(name, "wcp") || str_begins(name, "wmem"));
    uint64_t size = declared_size(m, op, i);
    uint32_t elements = effect_param(op->call->effect, i)->elements;
    return is_wide ? 0 : elements ? elements * size : size;
}

/* Of the number of 32 bits to which an argument points. */
static void size_behind(struct avm *m, struct work *s, const struct op *op, int i, uint64_t *lo, uint64_t *hi)
{
    const struct node *n = i >= 0 && (uint32_t)i < op->call->arg_count ? op->call->args[i] : NULL;
    vs p = n && n->t.kind == VS_PTR ? avm_eval(m, s, n) : VS_TOP, v = VS_TOP;
    struct mem_place at;
    struct span x = {.size = 4, .t = {VS_INT, 32, 0, VS_BOUNDED}};
    if (p > VS_TOP && declared_size(m, op, (uint32_t)i) == x.size && vs_ptr_targets(m->pool, p) == 1 &&
        avm_only_place(m, p, n->t, &at) && avm_is_there(m, s, at.object, at.offset, x.size) == 1) {
        x.offset = at.offset;
        v = avm_read(m, s, at.object, &x);
    }
    bounds_of(m, v, x.t, lo, hi);
}

static int has_sized(struct avm *m, struct work *s, const struct op *op, uint32_t i, vs p)
{
    const struct effect_param *x = effect_param(op->call->effect, i);
    struct vs_type t = op->call->args[i]->t;
    uint64_t lo, hi, lo2 = 1, hi2 = 1, one = x->in_elements ? pointee_size(m, op, i) : 1;
    if (x->is_size_behind)
        size_behind(m, s, op, x->size_arg, &lo, &hi);
    else
        size_of(m, s, op->call, x->size_arg, &lo, &hi);
    if (x->size_factor >= 0)
        size_of(m, s, op->call, x->size_factor, &lo2, &hi2);
    lo = mem_product(mem_product(lo, lo2), one);
    hi = mem_product(mem_product(hi, hi2), one);
    uint64_t least, most;
    if (pt_effect_has(op->call->effect, 'F') && x->letter == 'w' &&
        avm_arguments_printed(m, s, op, i + 2, &least, &most)) {
        lo = least + 1 < lo ? least + 1 : lo; /* snprintf: no more than it has to say */
        hi = most < hi ? most + 1 : hi;
    }
    if (!hi || (x->in_elements && !one))
        return hi ? -1 : 1;
    if (x->is_string && is_string(m, s, p, t, unit_of(m, op, i), lo / unit_of(m, op, i)) == 1)
        return 1;
    if (hi <= INT64_MAX && avm_reaches(m, s, p, t, hi) == 1)
        return 1;
    bool stops = x->is_string || x->is_at_most;
    return lo && !stops && avm_reaches(m, s, p, t, lo < INT64_MAX ? lo : INT64_MAX) == 0 ? 0 : -1;
}

/* A variable argument of printf or scanf. */
static int has_converted(struct avm *m, struct work *s, const struct op *op, uint32_t i, vs p)
{
    struct vs_type t = op->call->args[i]->t;
    struct format_conversion c;
    if (!pt_effect_conversion(m->u, op->call->effect, op->stmt, i, &c) || (strchr("cCsS[", c.letter) && c.bytes != 1))
        return -1;
    if (!pt_effect_has(op->call->effect, 'S')) {
        if (c.letter != 's')
            return c.letter != 'n' ? 1 : -1;
        return c.precision == FORMAT_ARGUMENT
                   ? -1
                   : is_string(m, s, p, t, 1, c.precision < 0 ? UINT64_MAX : (uint64_t)c.precision);
    }
    if (c.letter == 's' || c.letter == '[')
        return c.width > 0 && avm_reaches(m, s, p, t, (uint64_t)c.width + 1) == 1 ? 1 : -1;
    return avm_reaches(m, s, p, t, c.letter == 'c' && c.width > 0 ? (uint64_t)c.width : c.bytes);
}

/* What a va_list leads to is not known: it fits where the format only takes numbers from it. */
static int fits_list(struct avm *m, const struct op *op)
{
    const struct effect *e = op->call->effect;
    bool is_followed = pt_effect_has(e, 'S');
    for (const char *letter = "sSn"; *letter; letter++)
        is_followed |= pt_effect_may_convert(m->u, e, op->stmt, *letter);
    return is_followed ? -1 : 1;
}

static bool is_select(const char *name)
{
    return name && (!strcmp(name, "select") || !strcmp(name, "pselect"));
}

/* A set of descriptors has 1024 by its type. */
static bool needs_more_bits(struct avm *m, struct work *s, const struct call *call)
{
    uint64_t lo, hi;
    size_of(m, s, call, 0, &lo, &hi);
    return hi > 1024;
}

/* Without a size: as a string, a format's argument, or by its type. */
static int has_what_it_needs(struct avm *m, struct work *s, const struct op *op, uint32_t i, vs p)
{
    const struct effect *e = op->call->effect;
    const struct effect_param *x = effect_param(e, i);
    struct vs_type t = op->call->args[i]->t;
    if (x->letter == 'v' || x->letter == 'V')
        return fits_list(m, op);
    if (effect_is_repeated(e, i) && (pt_effect_has(e, 'F') || pt_effect_has(e, 'S')) && x->letter != 'F' &&
        x->letter != 'S')
        return has_converted(m, s, op, i, p);
    if (x->is_string || x->letter == 'F' || x->letter == 'S') {
        int r = is_string(m, s, p, t, unit_of(m, op, i), UINT64_MAX);
        return r == 1 && strchr("wbc", x->letter) ? -1 : r; /* it may grow */
    }
    uint64_t least, most;
    if (pt_effect_has(e, 'F') && x->letter == 'w' && avm_arguments_printed(m, s, op, i + 1, &least, &most)) {
        if (most < INT64_MAX && avm_reaches(m, s, p, t, most + 1) == 1)
            return 1;
        return avm_reaches(m, s, p, t, least + 1) == 0 ? 0 : -1;
    }
    uint64_t size = pointee_size(m, op, i);
    bool is_kept = strchr("kh", x->letter);
    if (is_kept && size <= 1) /* it may be any pointer, which is handed back */
        return 1;
    int r = avm_reaches(m, s, p, t, size ? size : 1);
    if (is_kept)
        return r;
    if (is_select(e->name) && needs_more_bits(m, s, op->call))
        return -1;
    bool is_deep = pt_effect_reads_deep(e, i) || pt_effect_writes_deep(m->u, e, op->stmt, i);
    return (size > 1 && !is_deep) || !r ? r : -1; /* what lies behind is not looked at */
}

bool avm_is_stream(const struct avm *m, const struct cwi_expr *e, const char *name)
{
    const struct cwi_var *v = e->kind == CWI_VAR ? cwi_var_of(m->u, e->ref) : NULL;
    return v && v->linkage == CWI_EXTERN && !strcmp(v->name, name);
}

/* One of those that the library opened, and the program did not set. */
static bool is_standard_stream(const struct avm *m, const struct cwi_expr *e)
{
    return avm_is_stream(m, e, "stdin") || avm_is_stream(m, e, "stdout") || avm_is_stream(m, e, "stderr");
}

/* The library keeps a pointer into something that may be gone when it is used. */
static bool keeps_what_ends(const struct avm *m, vs p)
{
    size_t targets = vs_ptr_targets(m->pool, p);
    for (size_t i = 0; targets != SIZE_MAX && i < targets; i++) {
        uint32_t object = vs_ptr_object(m->pool, p, i);
        const struct cwi_var *v = object <= OBJECT_ID && object != VS_ABSOLUTE ? cwi_var_of(m->u, object) : NULL;
        if (!(object & OBJECT_FUNCTION) && object != VS_ABSOLUTE && (!v || cwi_is_automatic(v)))
            return true;
    }
    return targets == SIZE_MAX;
}

/* 1: the argument is what the function needs; 0: surely not, m->trap says why; -1: it cannot be told. */
static int is_fit(struct avm *m, struct work *s, const struct op *op, uint32_t i)
{
    const struct effect *e = op->call->effect;
    const struct effect_param *x = effect_param(e, i);
    struct vs_type t = op->call->args[i]->t;
    if (t.kind == VS_PTR && x->letter == 's') /* whether it is open nobody knows here */
        return is_standard_stream(m, op->stmt->args[i]) ? 1 : -1;
    if (t.kind != VS_PTR || strchr("-gf", x->letter) || !pt_effect_is_pointer(e, i))
        return 1;
    vs p = avm_eval(m, s, op->call->args[i]), null = vs_null(m->pool, t), all = p;
    if (x->may_be_null && p > VS_TOP)
        p = vs_minus(m->pool, t, p, null);
    if (p == VS_BOTTOM)
        return 1;
    if (strchr("kh", x->letter) && keeps_what_ends(m, p))
        return -1;
    int fit = x->size_arg >= 0 ? has_sized(m, s, op, i, p) : has_what_it_needs(m, s, op, i, p);
    return fit == 0 && p != all ? -1 : fit; /* where it is not null */
}

/* A stream, or another handle of the library's, of which nothing is known, in a run for a rule. */
static bool is_unknown_handle(const struct avm *m, const struct call *call, uint32_t i, vs p)
{
    bool is_unknown = p <= VS_TOP || vs_ptr_targets(m->pool, p) == SIZE_MAX;
    return m->cfg.any_failure && effect_letter(call->effect, i) == 's' && is_unknown;
}

static bool is_file(const struct avm *m, const struct cwi_expr *e)
{
    const struct cwi_type *t = e ? cwi_type_of(m->u, e->type) : NULL,
                          *of = t && t->of ? cwi_type_of(m->u, t->of) : NULL;
    return of && of->name && !strcmp(of->name, "struct _IO_FILE");
}

/* Whether a handle is still open the rules about that say; those of streams say whether it is null, too. */
static void doubt_handle(struct avm *m, struct work *s, const struct op *op, uint32_t i)
{
    const struct cwi_expr *e = op->stmt ? op->stmt->args[i] : NULL;
    if (is_file(m, e) || pt_effect_takes_null(op->call->effect, i))
        avm_doubt_alone(m, s, AVM_DOUBT_BOUNDS, e, false);
    else
        avm_doubt_null(m, s, e);
}

/* What the function keeps may be gone when it uses it, whatever it is at the call. */
static void doubt_argument(struct avm *m, struct work *s, const struct op *op, uint32_t i)
{
    if (op->call->args[i]->t.kind == VS_PTR && is_unknown_handle(m, op->call, i, avm_eval(m, s, op->call->args[i]))) {
        doubt_handle(m, s, op, i);
        return;
    }
    bool is_kept = strchr("kh", effect_param(op->call->effect, i)->letter);
    if (is_kept || op->call->args[i]->t.kind != VS_PTR)
        avm_doubt(m, s, AVM_DOUBT_BOUNDS, op->stmt->args[i], false);
    else
        avm_doubt_access(m, s, avm_eval(m, s, op->call->args[i]), op->stmt->args[i]);
}

bool avm_arguments_fit(struct avm *m, struct work *s, const struct op *op)
{
    for (uint32_t i = 0; op->stmt && op->call->effect->known && i < op->call->arg_count; i++) {
        int fit = is_fit(m, s, op, i);
        if (fit == 1)
            continue;
        m->trap_at = op->stmt->args[i];
        if (!fit && !op->call->is_read) /* there may be less to read than there is room for */
            return false;
        doubt_argument(m, s, op, i);
        s->partial = true;
    }
    return true;
}

/* ---- null, and constants ----------------------------------------------------------------------------------------- */

/* A pointer into what is constant, a local variable too: it may be one, or surely is one that traps when it is written.
 */
static bool may_be_constant(const struct avm *m, vs p)
{
    size_t targets = vs_ptr_targets(m->pool, p);
    for (size_t i = 0; targets != SIZE_MAX && i < targets; i++) {
        uint32_t object = vs_ptr_object(m->pool, p, i);
        if (object != VS_ABSOLUTE && object <= OBJECT_ID &&
            (m->objects[object].is_constant || cwi_var_of(m->u, object)->is_const))
            return true;
    }
    return false;
}

static bool is_constant(const struct avm *m, vs p)
{
    uint32_t object = vs_ptr_targets(m->pool, p) == 1 ? vs_ptr_object(m->pool, p, 0) : VS_ABSOLUTE;
    return object <= OBJECT_ID && m->objects[object].is_constant;
}

static bool is_surely_null(struct avm *m, struct work *s, const struct call *call, uint32_t i)
{
    return call->args[i]->t.kind == VS_PTR && avm_eval(m, s, call->args[i]) == vs_null(m->pool, call->args[i]->t);
}

/* Why the argument is surely not what the function needs, or NULL; *is_doubtful: it may not be. */
static const struct trap *misuse(struct avm *m, struct work *s, const struct call *call, uint32_t i, bool *is_doubtful)
{
    const struct effect_param *x = effect_param(call->effect, i);
    struct vs_type t = call->args[i]->t;
    vs p = avm_eval(m, s, call->args[i]), null = vs_null(m->pool, t);
    bool has_size = x->size_arg >= 0, is_written = strchr("wbcu", x->letter);
    bool may_be_null = p == VS_TOP || (p != VS_BOTTOM && vs_meet(m->pool, t, p, null) != VS_BOTTOM);
    uint64_t least = 0, most = UINT64_MAX; /* of a size; one that is found behind a pointer is not known */
    if (has_size && !x->is_size_behind)
        size_of(m, s, call, x->size_arg, &least, &most);
    least = x->is_at_most ? 0 : least;
    bool takes_null = pt_effect_counts(call->effect, i)   ? is_surely_null(m, s, call, i - 1)
                      : effect_remembers(call->effect, i) ? call->is_text_given
                                                          : pt_effect_takes_null(call->effect, i);
    bool is_needed = !takes_null && most > 0;
    *is_doubtful = (is_needed && may_be_null) || (is_written && may_be_constant(m, p));
    if (!x->may_be_null && !has_size && p == null) /* a size may be 0 */
        return &avm_trap_null_argument;
    bool is_some_written = has_size ? least > 0 : x->letter != 'b' || !x->may_be_null; /* strtok writes what it finds */
    bool writes = is_written && !call->is_read && is_some_written;
    return writes && is_constant(m, p) ? &avm_trap_constant : NULL;
}

bool avm_pointers_fit(struct avm *m, struct work *s, const struct op *op)
{
    const struct call *call = op->call;
    for (uint32_t i = 0; call->effect->known && i < call->arg_count; i++) {
        bool is_doubtful;
        if (call->args[i]->t.kind != VS_PTR || !pt_effect_is_pointer(call->effect, i))
            continue;
        const struct trap *trap = misuse(m, s, call, i, &is_doubtful);
        m->trap = trap ? trap : m->trap;
        bool is_handle = is_unknown_handle(m, call, i, avm_eval(m, s, call->args[i]));
        if (is_handle && is_doubtful && avm_asks(m, AVM_DOUBT_BOUNDS))
            doubt_handle(m, s, op, i);
        else if (trap || (is_doubtful && avm_asks(m, AVM_DOUBT_BOUNDS)))
            avm_doubt_access(m, s, avm_eval(m, s, call->args[i]), op->stmt ? op->stmt->args[i] : NULL);
        if (trap)
            return false;
    }
    return true;
}
