/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which external names are one, and whose definition counts: a global definition before a common one (the largest),
 * before a weak one, before a declaration; of equals the first. (A common symbol does win over a weak definition: bfd,
 * gold and lld agree.) Of a comdat group the first unit's counts. Between modules the first that defines it counts.
 * What a module does not export is its own, where another has the same name.
 */
#include "runtime/cwi/link.h"

static int rank_of(enum cwi_linkage linkage)
{
    static const int ranks[CWI_LINKAGES] = {[CWI_GLOBAL] = 4, [CWI_COMMON] = 3, [CWI_WEAK] = 2, [CWI_EXTERN] = 1};
    return ranks[linkage];
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

static const char *key_of(struct link *l, const struct part *p, const char *name)
{
    if (!p->module || !l->hidden)
        return name;
    const char *scoped = arena_printf(l->scratch, "%s\n%u", name, p->module);
    return base_intern_find(l->hidden, scoped, strlen(scoped)) == UINT32_MAX ? name : scoped;
}

/* Enters what a part calls `name`. Returns its place in the list, from 1. `*is_weak`: the definition gives way to
 * others, whatever its unit says. */
static uint32_t enter(struct link *l, struct symbols *table, const struct part *p, const char *name,
                      enum cwi_linkage linkage, bool *is_weak)
{
    bool is_foreign, is_local;
    name = cwi_tables_name(l, p, name, linkage != CWI_EXTERN, &is_foreign, &is_local, is_weak);
    const char *key = is_local ? name : key_of(l, p, name);
    uint32_t id = base_intern_add(table->names, key, strlen(key));
    if (id == table->list.count)
        vec_push(&table->list, ((struct symbol){.is_hidden = (is_local && !is_foreign) || key != name}));
    table->list.items[id].is_foreign |= is_foreign;
    return id + 1;
}

struct symbol *cwi_link_var_symbol(const struct link *l, const struct part *p, cwi_id id)
{
    return p->var_symbols[id] ? &l->vars.list.items[p->var_symbols[id] - 1] : NULL;
}

struct symbol *cwi_link_func_symbol(const struct link *l, const struct part *p, cwi_id id)
{
    return p->func_symbols[id] ? &l->funcs.list.items[p->func_symbols[id] - 1] : NULL;
}

bool cwi_link_func_won(const struct link *l, const struct part *p, cwi_id id)
{
    const struct symbol *s = cwi_link_func_symbol(l, p, id);
    return !s || (s->part == p && s->from == id);
}

bool cwi_link_var_won(const struct link *l, const struct part *p, cwi_id id)
{
    const struct symbol *s = cwi_link_var_symbol(l, p, id);
    return !s || (s->part == p && s->from == id);
}

/* ---- modules ----------------------------------------------------------------------------------------------------- */

struct modules {
    struct link *l;
    struct intern
        *exports; /* "name\nmodule": what others see, or, where its own references may lead elsewhere, it too */
    struct intern *names;
    struct VEC(uint32_t) users, definers; /* by names: the one module that has it, or SEVERAL */
};
enum { SEVERAL = -1 };

static void note_use(struct modules *m, const struct part *p, const char *name, enum cwi_linkage linkage)
{
    uint32_t id = base_intern_add(m->names, name, strlen(name));
    if (id == m->users.count) {
        vec_push(&m->users, p->module);
        vec_push(&m->definers, 0);
    } else if (m->users.items[id] != p->module) {
        m->users.items[id] = (uint32_t)SEVERAL;
    }
    if (linkage != CWI_EXTERN)
        m->definers.items[id] =
            !m->definers.items[id] || m->definers.items[id] == p->module ? p->module : (uint32_t)SEVERAL;
}

bool cwi_link_is_among(const char *const *names, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(names[i], name))
            return true;
    return false;
}

/* Whether a module's own references to a name that it exports are bound to its own definition: then no relocation names
 * it (protected symbols, -Bsymbolic, -fno-semantic-interposition). */
static bool binds_itself(const struct part *p, const char *name)
{
    const struct cwi_input *in = p->input;
    if (in->is_executable || !in->symbol_count)
        return false;
    return !cwi_link_is_among(in->bound, in->bound_count, name);
}

static void hide(struct modules *m, const struct part *p, const char *name, enum cwi_linkage linkage)
{
    uint32_t id = base_intern_find(m->names, name, strlen(name));
    if (!p->module || rank_of(linkage) < 2 || m->users.items[id] != (uint32_t)SEVERAL)
        return;
    const char *scoped = arena_printf(m->l->scratch, "%s\n%u", name, p->module);
    bool is_exported = base_intern_find(m->exports, scoped, strlen(scoped)) != UINT32_MAX;
    if (!is_exported || (m->definers.items[id] == (uint32_t)SEVERAL && binds_itself(p, name)))
        base_intern_add(m->l->hidden, scoped, strlen(scoped));
}

static void each_name(struct modules *m, bool hides)
{
    for (size_t i = 0; i < m->l->parts.count; i++) {
        const struct part *p = &m->l->parts.items[i];
        for (size_t j = 1; j < p->u->vars.count; j++) {
            const struct cwi_var *v = p->u->vars.items[j];
            if (v->linkage >= CWI_GLOBAL && !hides)
                note_use(m, p, cwi_symbol_name(v->name, v->asm_name), v->linkage);
            else if (v->linkage >= CWI_GLOBAL)
                hide(m, p, cwi_symbol_name(v->name, v->asm_name), v->linkage);
        }
        for (size_t j = 1; j < p->u->funcs.count; j++) {
            const struct cwi_func *f = p->u->funcs.items[j];
            if (f->linkage != CWI_STATIC && !hides)
                note_use(m, p, cwi_symbol_name(f->name, f->asm_name), f->linkage);
            else if (f->linkage != CWI_STATIC)
                hide(m, p, cwi_symbol_name(f->name, f->asm_name), f->linkage);
        }
    }
}

/* Finds the names that a module has for itself: it defines them, exports them not, and somebody else uses them too. */
static void find_hidden(struct link *l)
{
    uint32_t first = l->parts.count ? l->parts.items[0].module : 0;
    bool several = false;
    for (size_t i = 1; i < l->parts.count; i++)
        several |= l->parts.items[i].module != first;
    if (!several)
        return;
    struct modules m = {.l = l, .exports = base_intern_new(), .names = base_intern_new()};
    const struct cwi_input *last = NULL;
    for (size_t i = 0; i < l->parts.count; i++) {
        const struct part *p = &l->parts.items[i];
        for (size_t j = 0; p->module && p->input != last && j < p->input->define_count; j++) {
            const char *scoped = arena_printf(l->scratch, "%s\n%u", p->input->defines[j], p->module);
            base_intern_add(m.exports, scoped, strlen(scoped));
        }
        last = p->input;
    }
    each_name(&m, false);
    l->hidden = base_intern_new();
    each_name(&m, true);
    base_intern_free(m.exports);
    base_intern_free(m.names);
    vec_free(&m.users);
    vec_free(&m.definers);
}

/* ---- definitions ------------------------------------------------------------------------------------------------- */

/* True when the group came in by an earlier unit: then this unit's definition is only a declaration. */
static bool is_discarded(struct link *l, const struct part *p, const char *group)
{
    if (!group)
        return false;
    uint32_t id = base_intern_add(l->groups, group, strlen(group));
    if (id == l->group_owners.count)
        vec_push(&l->group_owners, p);
    return l->group_owners.items[id] != p;
}

static void warn_double(struct link *l, const char *name, const struct part *first, struct cwi_place at_first,
                        const struct part *second, struct cwi_place at_second)
{
    if (first->module !=
        second->module) /* a name of a library that the program, or an earlier library, defines as well */
        return;
    struct place place = cwi_place_text(first->u, at_first);
    diag_send(l->warnings, DIAG_WARNING, cwi_place_text(second->u, at_second),
              "'%s' is defined a second time; the definition in %s:%u counts", name,
              place.file ? place.file : first->u->name, place.line);
}

/* Between an executable and shared libraries the first definition counts, weak or not: that is how programs are
 * loaded. */
static bool is_preempted(const struct symbol *s, const struct part *p)
{
    return s->part && s->rank > 1 && s->part->module != p->module;
}

static uint64_t size_of(const struct part *p, cwi_id var)
{
    uint64_t size = p->u->types.items[p->u->vars.items[var]->type]->size;
    return size == CWI_UNKNOWN ? 0 : size;
}

/* Two variables of one unit that are one to the linker (--defsym): the compiler took them for two, and what it kept of
 * one while the other changed is not known. */
static void find_double(struct symbol *s, const struct part *p, const char *name)
{
    s->is_foreign |= s->caller == p && strcmp(s->called, name) != 0;
    s->caller = p;
    s->called = name;
}

static void offer_var(struct link *l, const struct part *p, cwi_id id)
{
    const struct cwi_var *v = p->u->vars.items[id];
    bool is_weakened;
    if (v->linkage < CWI_GLOBAL || v->is_register_asm) /* the linker never sees a register */
        return;
    if (p->u->is_linked && v->is_foreign) /* what is foreign was told apart before */
        return;
    p->var_symbols[id] = enter(l, &l->vars, p, cwi_symbol_name(v->name, v->asm_name), v->linkage, &is_weakened);
    struct symbol *s = cwi_link_var_symbol(l, p, id);
    find_double(s, p, cwi_symbol_name(v->name, v->asm_name));
    int rank = is_discarded(l, p, v->comdat) ? 1 : rank_of(is_weakened ? CWI_WEAK : v->linkage);
    s->is_strong |= !v->is_weak;
    s->is_address_taken |= v->is_address_taken;
    bool larger = s->part && rank == s->rank && (v->linkage == CWI_COMMON || rank == 1) &&
                  size_of(p, id) > size_of(s->part, s->from);
    if (s->part && rank == 4 && s->rank == 4)
        warn_double(l, v->name ? v->name : v->asm_name, s->part, s->part->u->vars.items[s->from]->at, p, v->at);
    if (is_preempted(s, p) || (s->part && rank <= s->rank && !larger))
        return;
    s->part = p;
    s->from = id;
    s->rank = rank;
}

static void offer_func(struct link *l, const struct part *p, cwi_id id)
{
    const struct cwi_func *f = p->u->funcs.items[id];
    bool is_weakened;
    if (f->linkage == CWI_STATIC || (p->u->is_linked && f->is_foreign))
        return;
    p->func_symbols[id] = enter(l, &l->funcs, p, cwi_symbol_name(f->name, f->asm_name), f->linkage, &is_weakened);
    struct symbol *s = cwi_link_func_symbol(l, p, id);
    int rank = is_discarded(l, p, f->comdat) ? 1 : rank_of(is_weakened ? CWI_WEAK : f->linkage);
    s->is_strong |= !f->is_weak;
    s->is_address_taken |= f->is_address_taken;
    if (s->part && rank == 4 && s->rank == 4)
        warn_double(l, f->name ? f->name : f->asm_name, s->part, s->part->u->funcs.items[s->from]->at, p, f->at);
    if (is_preempted(s, p) || (s->part && rank <= s->rank))
        return;
    s->part = p;
    s->from = id;
    s->rank = rank;
}

void cwi_link_symbols(struct link *l)
{
    l->vars.names = base_intern_new();
    l->funcs.names = base_intern_new();
    l->groups = base_intern_new();
    cwi_tables_read(l);
    find_hidden(l);
    for (size_t i = 0; i < l->parts.count; i++) {
        struct part *p = &l->parts.items[i];
        p->var_symbols = ARENA_ARRAY(l->scratch, uint32_t, p->u->vars.count);
        p->func_symbols = ARENA_ARRAY(l->scratch, uint32_t, p->u->funcs.count);
        for (cwi_id j = 1; j < p->u->vars.count; j++)
            offer_var(l, p, j);
        for (cwi_id j = 1; j < p->u->funcs.count; j++)
            offer_func(l, p, j);
    }
}
