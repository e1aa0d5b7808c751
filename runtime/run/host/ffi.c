/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Calls between the program and the host's library, both ways.
 */
#include "external.h"

#include <dlfcn.h>
#include <errno.h>

/* ---- types ------------------------------------------------------------------------------------------------------- */

static ffi_type *integer_type(const struct cwi_type *t)
{
    switch (t->size) {
    case 1:
        return t->is_signed ? &ffi_type_sint8 : &ffi_type_uint8;
    case 2:
        return t->is_signed ? &ffi_type_sint16 : &ffi_type_uint16;
    case 4:
        return t->is_signed ? &ffi_type_sint32 : &ffi_type_uint32;
    case 8:
        return t->is_signed ? &ffi_type_sint64 : &ffi_type_uint64;
    default:
        return NULL;
    }
}

struct elements VEC(ffi_type *);

static bool add_elements(struct machine *m, cwi_id type, struct elements *out)
{
    const struct cwi_type *t = cwi_type_of(m->u, type);
    if (t->kind != CWI_ARRAY) {
        ffi_type *x = run_ffi_type(m, type);
        vec_push(out, x);
        return x != NULL;
    }
    for (uint64_t i = 0; i < t->count && t->count <= 64; i++)
        if (!add_elements(m, t->of, out))
            return false;
    return t->count && t->count <= 64;
}

static ffi_type *struct_type(struct machine *m, const struct cwi_type *t)
{
    struct elements list = {0};
    bool fits = t->field_count && t->size && t->size != CWI_UNKNOWN;
    for (uint32_t i = 0; fits && i < t->field_count; i++)
        fits = !t->fields[i].bit_width && add_elements(m, t->fields[i].type, &list);
    vec_push(&list, NULL);
    ffi_type *r = arena_zalloc(m->arena, sizeof *r);
    r->type = FFI_TYPE_STRUCT;
    r->elements = vec_to_arena(&list, m->arena);
    vec_free(&list);
    return fits ? r : NULL;
}

ffi_type *run_ffi_type(struct machine *m, cwi_id type)
{
    const struct cwi_type *t = type ? cwi_type_of(m->u, type) : NULL;
    if (!t || t->kind == CWI_VOID)
        return &ffi_type_void;
    switch (t->kind) {
    case CWI_INT:
        return integer_type(t);
    case CWI_PTR:
        return &ffi_type_pointer;
    case CWI_FLOAT:
        return t->bits == 32   ? &ffi_type_float
               : t->bits == 64 ? &ffi_type_double
               : t->bits == 80 ? &ffi_type_longdouble
                               : NULL;
    case CWI_STRUCT:
        return struct_type(m, t);
    default:
        return NULL;
    }
}

/* ---- from the program -------------------------------------------------------------------------------------------- */

static void prepare(struct machine *m, struct outcall *c)
{
    struct call_code *k = c->code;
    const struct cwi_type *t = cwi_type_of(m->u, k->function_type);
    uint32_t named =
        t->kind == CWI_FUNC && t->is_variadic && t->param_count <= k->arg_count ? t->param_count : k->arg_count;
    ffi_type *result = run_ffi_type(m, t->kind == CWI_FUNC ? t->of : k->result_type);
    uint32_t first = c->x->has_stand_in, count = k->arg_count - first;
    k->cif = ARENA_NEW(m->arena, ffi_cif);
    k->types = ARENA_ARRAY(m->arena, ffi_type *, k->arg_count + 1);
    for (uint32_t i = 0; i < k->arg_count; i++)
        if (!(k->types[i] = run_ffi_type(m, k->args[i].type)))
            run_refuse(m, "argument %u of '%s' is of a kind that is not handed to the library", i + 1, c->x->name);
    if (!result)
        run_refuse(m, "the result of '%s' is of a kind that is not taken from the library", c->x->name);
    ffi_status st = t->kind == CWI_FUNC && t->is_variadic
                        ? ffi_prep_cif_var(k->cif, FFI_DEFAULT_ABI, named - first, count, result, k->types + first)
                        : ffi_prep_cif(k->cif, FFI_DEFAULT_ABI, count, result, k->types + first);
    if (st != FFI_OK)
        run_refuse(m, "'%s' cannot be called from here", c->x->name);
}

static struct val taken(const void *result, struct shape t)
{
    struct val v = {0, 0, 0};
    if (t.form == FORM_INT) { /* the library widens small integers */
        memcpy(&v.bits, result, 8);
        v.bits = run_fit(v.bits, t);
    } else if (t.form == FORM_FLOAT || t.form == FORM_DOUBLE) {
        memcpy(&v.bits, result, t.size);
    }
    return v;
}

void run_host_call(struct machine *m, struct outcall *c)
{
    struct call_code *k = c->code;
    void *values[64];
    _Alignas(16) uint8_t result[1024];
    struct frame *f = m->frame;
    uint32_t object;
    if (c->count > 64)
        run_refuse(m, "'%s' gets %u arguments", c->x->name, c->count);
    void *function = run_external_address(c->x);
    if (!function)
        run_refuse(m, "there is no function '%s' on this machine", c->x->name);
    if (!k->cif)
        prepare(m, c);
    for (uint32_t i = 0; i < c->count; i++)
        values[i] = k->args[i].t.form == FORM_LONG_DOUBLE ? (void *)&c->wide[i]
                    : k->args[i].place                    ? (void *)(uintptr_t)c->args[i].bits
                                                          : (void *)&c->args[i].bits;
    if (k->cif->rtype->size > sizeof result)
        run_refuse(m, "'%s' gives %zu bytes", c->x->name, k->cif->rtype->size);
    errno = *m->error_number;
    m->in_host = 1;
    ffi_call(k->cif, FFI_FN(function), result, values + c->x->has_stand_in);
    *m->error_number = errno;
    m->in_host = 0;
    c->result = taken(result, k->result);
    if (k->result.is_pointer) /* into what it was handed, for one */
        c->result.object = run_memory_owner(&m->mem, c->result.bits);
    for (uint32_t i = 0; c->x->effect.flags & EFFECT_CONST && i < c->count; i++)
        c->result.undef |= c->args[i].undef ? 0xff : 0;
    bool is_large = k->result.form == FORM_BYTES || k->result.form == FORM_LONG_DOUBLE;
    if (is_large && c->at->to) {
        uint8_t *to = run_place(c->at->to, f, true, &object);
        memcpy(to, result, k->result.size);
        run_memory_set_init(&m->mem, to, k->result.size, true);
    }
}

/* ---- to the program ---------------------------------------------------------------------------------------------- */

/* The library calls a function of its own that the machine does itself: free, of a block of the program's. */
static void call_own(struct machine *m, struct func_code *fn, struct val *args, uint32_t count)
{
    const struct cwi_type *t = cwi_type_of(m->u, fn->f->type);
    struct argument types[16];
    for (uint32_t i = 0; i < count && i < t->param_count; i++)
        types[i] =
            (struct argument){.t = run_shape_of(m->u, t->params[i]), .type = t->params[i], .member = CWI_UNKNOWN};
    struct call_code code = {
        .args = types, .arg_count = count, .result = run_shape_of(m->u, t->of), .function_type = fn->f->type};
    struct outcall c = {run_external(m, fn), &code, m->frame->at, args, NULL, count, {0, 0, 0}};
    c.x->own(m, &c);
    m->callback_result = c.result;
}

static void called_back(ffi_cif *cif, void *result, void **values, void *function)
{
    struct func_code *fn = ((void **)function)[0];
    struct machine *m = ((void **)function)[1];
    struct val args[16] = {{0}};
    uint32_t n = cif->nargs < 16 ? cif->nargs : 16;
    const struct cwi_type *t = cwi_type_of(m->u, fn->f->type);
    uint8_t *bytes = m->callback_bytes;
    for (uint32_t i = 0; i < n && i < t->param_count; i++) {
        struct shape s = run_shape_of(m->u, t->params[i]);
        if (s.form == FORM_BYTES || s.form == FORM_LONG_DOUBLE)
            run_refuse(m, "the library hands '%s' an argument of a kind that is not taken", fn->f->name);
        memcpy(&args[i].bits, values[i], s.size);
        args[i].bits = s.form == FORM_INT ? run_fit(args[i].bits, s) : args[i].bits;
    }
    m->callback_bytes = result;
    int was_in_host = m->in_host;
    m->in_host = 0;
    if (fn->f->block_count)
        run_nested(m, fn, args, n);
    else
        call_own(m, fn, args, n);
    m->in_host = was_in_host;
    m->callback_bytes = bytes;
    struct shape s = run_shape_of(m->u, t->of);
    if (run_is_scalar(s) && m->callback_result.undef)
        run_fail_unset(m, "'%s' gives the library a result that was never given a value", fn->f->name);
    if (s.form == FORM_INT)
        *(ffi_arg *)result = m->callback_result.bits;
    else if (s.form == FORM_FLOAT || s.form == FORM_DOUBLE)
        memcpy(result, &m->callback_result.bits, s.size);
}

void *run_closure(struct machine *m, struct func_code *fn)
{
    const struct cwi_type *t = cwi_type_of(m->u, fn->f->type);
    void **context = ARENA_ARRAY(m->arena, void *, 2);
    ffi_cif *cif = ARENA_NEW(m->arena, ffi_cif);
    ffi_type **types = ARENA_ARRAY(m->arena, ffi_type *, t->param_count + 1);
    ffi_type *result = run_ffi_type(m, t->of);
    bool fits = result != NULL;
    for (uint32_t i = 0; i < t->param_count; i++)
        fits &= (types[i] = run_ffi_type(m, t->params[i])) != NULL;
    context[0] = fn;
    context[1] = m;
    void *code;
    fn->closure_memory = ffi_closure_alloc(sizeof(ffi_closure), &code);
    if (!fn->closure_memory)
        run_refuse(m, "the system gives no memory for the address of '%s'", fn->f->name);
    if (!fits) /* it has an address, but only the program itself can call it */
        fits = ffi_prep_cif(cif, FFI_DEFAULT_ABI, 0, &ffi_type_void, types) == FFI_OK;
    else
        fits = ffi_prep_cif(cif, FFI_DEFAULT_ABI, t->param_count, result, types) == FFI_OK;
    if (!fits || ffi_prep_closure_loc(fn->closure_memory, cif, called_back, context, code) != FFI_OK)
        run_refuse(m, "the address of '%s' cannot be made", fn->f->name);
    return code;
}

uint64_t run_function_address(struct machine *m, cwi_id func)
{
    struct func_code *fn = &m->funcs[func];
    const char *name = fn->f->asm_name ? fn->f->asm_name : fn->f->name;
    uint32_t known;
    if (fn->closure)
        return (uint64_t)(uintptr_t)fn->closure;
    if (fn->f->is_absent)
        return 0;
    bool is_ours = fn->f->block_count || run_own_library(name);
    fn->closure = is_ours ? run_closure(m, fn) : dlsym(RTLD_DEFAULT, name);
    if (!fn->closure && fn->f->is_weak && !m->cfg->is_closed)
        return 0;
    if (!fn->closure)
        run_refuse(m, "there is no function '%s' on this machine", name);
    if (!base_map64_get(&m->closures, (uint64_t)(uintptr_t)fn->closure, &known))
        base_map64_put(&m->closures, (uint64_t)(uintptr_t)fn->closure, func);
    return (uint64_t)(uintptr_t)fn->closure;
}

uint64_t run_static(struct machine *m, cwi_id var)
{
    const struct cwi_var *v = cwi_var_of(m->u, var);
    if (m->statics[var] || v->is_absent)
        return m->statics[var];
    static const char *const streams[] = {"stdin", "stdout", "stderr"};
    const char *name = v->asm_name ? v->asm_name : v->name;
    if (v->is_register_asm)
        run_refuse(m, "'%s' is a register of the processor", v->name ? v->name : name);
    bool is_stream = name && run_is_named(streams, sizeof streams / sizeof *streams, name);
    bool is_option = m->cfg->has_world && name && run_is_option_variable(name);
    if (m->cfg->is_closed && !is_stream && !is_option)
        run_refuse(m, "the linker decides where '%s' lies", name ? name : "something");
    void *p = v->linkage == CWI_EXTERN && name ? dlsym(RTLD_DEFAULT, name) : NULL;
    if (!p && !v->is_weak)
        run_refuse(m, "there is no variable '%s' on this machine", name ? name : "without a name");
    return m->statics[var] = (uint64_t)(uintptr_t)p;
}
