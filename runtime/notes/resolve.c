/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * resolve.c: names in a unit: by scope and qualification as map files write them, and the references of notes that
 * travel.
 *
 * A bare name means, in this order: a local of the scope's function, a variable of the scope's file, the global
 * variable, the one static variable of that name, an enum constant, a function. Several that are equally good are an
 * error that lists them; nothing is chosen silently. Source: DuVarney 2002, sections 2.3.1 and 2.4.
 */
#include "runtime/base/sorted.h"
#include "runtime/notes/find.h"

struct scope {
    struct note_resolver resolver;
    struct arena *a;
    const char *file;
    cwi_id func;
    bool quiet; /* nobody reads suggestions */
    const uint64_t *known;
    size_t known_count;
};
/* ---- the resolver over a unit ------------------------------------------------------------------------------------ */

static bool settle(struct arena *a, const struct cwi_unit *u, struct ids *found, struct name_meaning *m)
{
    size_t count = found->list.count;
    if (count == 1) {
        m->kind = NAME_VAR;
        m->id = found->list.items[0];
    } else if (count) {
        m->kind = NAME_AMBIGUOUS;
        m->nearest = note_candidate_places(a, u, found->list.items, count < 6 ? count : 6);
    }
    vec_free(&found->list);
    return count > 0;
}

static bool resolve_constant(struct arena *a, const struct cwi_unit *u, const char *name, struct name_meaning *m)
{
    for (cwi_id i = 1; i < u->types.count; i++) {
        const struct cwi_type *t = u->types.items[i];
        for (uint32_t k = 0; k < t->enumerator_count; k++) {
            if (strcmp(t->enumerators[k].name, name))
                continue;
            if (m->kind == NAME_CONST && m->value != t->enumerators[k].value) {
                m->kind = NAME_AMBIGUOUS;
                m->nearest = arena_printf(a, "an enum constant that is %lld in one place and %lld in another",
                                          (long long)m->value, (long long)t->enumerators[k].value);
                return true;
            }
            m->kind = NAME_CONST;
            m->value = t->enumerators[k].value;
        }
    }
    return m->kind == NAME_CONST;
}

/* An enum constant has type int where it fits. */
static void type_constant(struct cwi_unit *u, struct name_meaning *m)
{
    if (m->kind != NAME_CONST)
        return;
    bool fits = note_fit_value(m->value, note_int_bits(u), true) == m->value;
    m->type = fits ? note_int_type(u) : cwi_int_type(u, 64, true);
}

static cwi_id function_at(const struct cwi_unit *u, const char *file, uint32_t line)
{
    for (cwi_id i = 1; i < u->funcs.count; i++) {
        const struct cwi_func *f = u->funcs.items[i];
        if (f->block_count && note_in_file(u, f->at.file, file) && f->at.line <= line && line <= f->end.line)
            return i;
    }
    return 0;
}

static struct name_meaning resolve_in(struct scope *s, const char *file, cwi_id func, uint32_t line, const char *name,
                                      bool statics)
{
    struct cwi_unit *u = s->resolver.unit;
    struct name_meaning m = {0};
    struct ids found = {0};
    if (func)
        note_collect_locals(u, func, name, line, &found);
    if (settle(s->a, u, &found, &m) || !statics)
        return m;
    const char *own = file ? file : func ? note_file_of(u, cwi_func_of(u, func)->unit_file) : NULL;
    if (own && *own) {
        found = (struct ids){0};
        note_collect_statics(u, own, name, &found);
        if (settle(s->a, u, &found, &m))
            return m;
    }
    found = (struct ids){0};
    if (!file)
        note_collect_statics(u, NULL, name, &found);
    if (settle(s->a, u, &found, &m) || resolve_constant(s->a, u, name, &m)) {
        type_constant(u, &m);
        return m;
    }
    const char *nearest = NULL;
    bool ambiguous = false;
    m.id = note_find_function(s->a, u, file, name, s->quiet ? NULL : &nearest, &ambiguous);
    m.kind = m.id ? NAME_FUNC : ambiguous ? NAME_AMBIGUOUS : NAME_UNKNOWN;
    m.nearest = nearest;
    return m;
}

static struct name_meaning resolve(void *context, const char *file, const char *func, const char *name)
{
    struct scope *s = context;
    struct cwi_unit *u = s->resolver.unit;
    const char *nearest = NULL;
    if (!func) {
        cwi_id scope = file ? 0 : s->func;
        const char *in = file ? file : s->file;
        struct name_meaning m = resolve_in(s, in, scope, 0, name, true);
        if (m.kind == NAME_UNKNOWN && in && !file)
            m = resolve_in(s, NULL, scope, 0, name, true);
        if (m.kind == NAME_UNKNOWN && !s->quiet) {
            const char *local = scope ? note_nearest_variable(s->a, u, NULL, scope, name) : NULL;
            const char *global = local ? NULL : note_nearest_variable(s->a, u, in, 0, name);
            m.nearest = local ? local : global ? global : m.nearest;
        }
        return m;
    }
    bool is_line = func[0] >= '0' && func[0] <= '9';
    uint32_t line = is_line ? (uint32_t)strtoul(func, NULL, 10) : 0;
    cwi_id id =
        is_line ? function_at(u, file, line) : note_find_function(s->a, u, file ? file : s->file, func, &nearest, NULL);
    if (!id && !is_line && s->file)
        id = note_find_function(s->a, u, NULL, func, &nearest, NULL);
    struct name_meaning m = resolve_in(s, file, id, line, name, is_line || id);
    if (m.kind == NAME_FUNC || m.kind == NAME_CONST) /* main:x is a variable */
        m.kind = NAME_UNKNOWN;
    if (m.kind == NAME_UNKNOWN)
        m.nearest = id ? note_nearest_variable(s->a, u, NULL, id, name) : NULL;
    return m;
}

static cwi_id resolve_type(void *context, const char *name)
{
    const struct cwi_unit *u = ((struct scope *)context)->resolver.unit;
    for (cwi_id i = 1; i < u->types.count; i++)
        if (u->types.items[i]->name && !strcmp(u->types.items[i]->name, name))
            return i;
    return 0;
}

struct note_resolver *note_scope_resolver(struct arena *a, struct cwi_unit *u, const char *file, cwi_id func)
{
    struct scope *s = ARENA_NEW(a, struct scope);
    s->resolver = (struct note_resolver){u, s, resolve, resolve_type};
    s->a = a;
    s->file = file;
    s->func = func;
    return &s->resolver;
}

static uint64_t name_hash(const char *name)
{
    return name ? base_hash_bytes(name, strlen(name), 7) : 0;
}

/* The hashes of every name that a bare word could mean. */
static void collect_known(struct scope *s)
{
    const struct cwi_unit *u = s->resolver.unit;
    size_t count = u->vars.count + 2 * u->funcs.count, n = 0;
    for (cwi_id i = 1; i < u->types.count; i++)
        count += u->types.items[i]->enumerator_count;
    uint64_t *known = ARENA_ARRAY(s->a, uint64_t, count);
    for (cwi_id i = 1; i < u->vars.count; i++)
        known[n++] = name_hash(u->vars.items[i]->name);
    for (cwi_id i = 1; i < u->funcs.count; i++) {
        const struct cwi_func *f = u->funcs.items[i];
        const char *name = f->asm_name ? f->asm_name : f->name;
        known[n++] = name_hash(f->name);
        known[n++] = name_hash(name ? cwi_base_name(name) : NULL);
    }
    for (cwi_id i = 1; i < u->types.count; i++)
        for (uint32_t k = 0; k < u->types.items[i]->enumerator_count; k++)
            known[n++] = name_hash(u->types.items[i]->enumerators[k].name);
    base_sort_u64(known, n);
    s->known = known;
    s->known_count = n;
}

static bool is_known(const struct scope *s, const char *name)
{
    return sorted_has_u64(s->known, s->known_count, name_hash(name));
}

static struct name_meaning resolve_known(void *context, const char *file, const char *func, const char *name)
{
    const struct scope *s = context;
    if (!file && !func && !is_known(s, name))
        return (struct name_meaning){0};
    return resolve(context, file, func, name);
}

struct note_resolver *note_quiet_resolver(struct arena *a, struct cwi_unit *u)
{
    struct note_resolver *r = note_scope_resolver(a, u, NULL, 0);
    struct scope *s = r->context;
    s->quiet = true;
    r->resolve = resolve_known;
    collect_known(s);
    return r;
}

struct note_resolver *note_unit_resolver(struct arena *a, struct cwi_unit *u, cwi_id func)
{
    return note_scope_resolver(a, u, NULL, func);
}

/* A question stands nowhere, so that a bare name which is main's here and something else there is refused. */
static struct name_meaning resolve_question(void *context, const char *file, const char *func, const char *name)
{
    struct scope *s = context;
    struct name_meaning m = resolve(context, file, func, name);
    if (file || func || m.kind != NAME_VAR)
        return m;
    struct name_meaning whole = resolve_in(s, NULL, 0, 0, name, true);
    if (whole.kind == NAME_AMBIGUOUS && !cwi_var_of(s->resolver.unit, m.id)->owner)
        return whole;
    if (whole.kind != NAME_AMBIGUOUS && (whole.kind != NAME_VAR || whole.id == m.id))
        return m;
    const char *own = note_candidate_places(s->a, s->resolver.unit, &m.id, 1);
    if (whole.kind == NAME_VAR)
        whole.nearest = note_candidate_places(s->a, s->resolver.unit, &whole.id, 1);
    return (struct name_meaning){.kind = NAME_AMBIGUOUS, .nearest = arena_printf(s->a, "%s or %s", own, whole.nearest)};
}

struct note_resolver *note_question_resolver(struct arena *a, struct cwi_unit *u, cwi_id func)
{
    struct note_resolver *r = note_scope_resolver(a, u, NULL, func);
    r->resolve = resolve_question;
    return r;
}

/* ---- notes that travel ------------------------------------------------------------------------------------------- */

struct refs {
    struct note_resolver resolver;
    const struct cwi_note *note;
};

static const struct cwi_ref *find_ref(const struct refs *s, const char *name)
{
    if (name[0] != '$' || name[1] < '0' || name[1] > '9')
        return NULL;
    unsigned long i = strtoul(name + 1, NULL, 10);
    return i < s->note->ref_count ? &s->note->refs[i] : NULL;
}

static struct name_meaning resolve_ref(void *context, const char *file, const char *func, const char *name)
{
    const struct refs *s = context;
    const struct cwi_unit *u = s->resolver.unit;
    const struct cwi_ref *ref = find_ref(s, name);
    struct name_meaning m = {0};
    if (file || func || !ref)
        return m;
    if (ref->kind == CWI_REF_VAR && ref->id && ref->id < u->vars.count)
        m.kind = NAME_VAR;
    else if (ref->kind == CWI_REF_FUNC && ref->id && ref->id < u->funcs.count)
        m.kind = NAME_FUNC;
    m.id = ref->id;
    return m;
}

static cwi_id resolve_ref_type(void *context, const char *name)
{
    const struct refs *s = context;
    const struct cwi_ref *ref = find_ref(s, name);
    return ref && ref->kind == CWI_REF_TYPE && ref->id < s->resolver.unit->types.count ? ref->id : 0;
}

struct note_resolver *note_ref_resolver(struct arena *a, struct cwi_unit *u, const struct cwi_note *n)
{
    struct refs *s = ARENA_NEW(a, struct refs);
    s->resolver = (struct note_resolver){u, s, resolve_ref, resolve_ref_type};
    s->note = n;
    return &s->resolver;
}

bool note_is_ref_resolver(const struct note_resolver *r)
{
    return r->resolve == resolve_ref;
}
