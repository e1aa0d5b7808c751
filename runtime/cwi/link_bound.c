/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a name in a fragment is bound to, by what symbol tables and the linker's options say (link_tables.h).
 */
#include "runtime/cwi/link_tables.h"

enum fate { KEPT, LOCAL, WEAKENED, LOST };

static bool is_wrapped(const struct link *l, const char *name)
{
    for (size_t i = 0; i < l->in->wraps.count; i++)
        if (!strcmp(l->in->wraps.items[i], name))
            return true;
    return false;
}

/* ---- the fate of a name ------------------------------------------------------------------------------------------ */

/* A definition in an object file, by its table. */
static enum fate defined_in_object(uint16_t m)
{
    if (m & DEFINED)
        return m & WEAK ? WEAKENED : KEPT;
    return m & LOCAL_ONLY || !(m & IN_LINE) ? LOCAL : KEPT;
}

static enum fate in_object(const struct input_facts *f, uint16_t m)
{
    if (m & IN_FRAGMENT)
        return defined_in_object(m);
    if (m & WANTED || !f->loses_mentions)
        return KEPT;
    return LOST;
}

static enum fate in_module(const struct input_facts *f, uint16_t m)
{
    if (m & TWICE)
        return LOST; /* one of them is local or weak, or more than one was allowed */
    if (m & IN_FRAGMENT && !(m & (STRONG | WEAK)) && m & DEFINED)
        return LOST; /* the weak definition gave way to one without a fragment */
    if (!(m & IN_FRAGMENT) || m & IN_LINE)
        return KEPT;
    if (m & WANTED)
        return LOST; /* and somebody means another one */
    return m & (DEFINED | LOCAL_ONLY) || !f->loses_definitions ? KEPT : LOST;
}

/* A library that refers to its own definition of a variable, and a program that has a copy of it: two variables. */
static bool is_copy(const struct link *l, const char *name)
{
    uint16_t own = cwi_tables_marks(&l->tables->own, name);
    bool is_twofold = own & DEFINED && !(own & WANTED);
    return is_twofold && cwi_link_is_among(l->in->copied.items, l->in->copied.count, name);
}

/* Without the linker's options: a program with a __wrap_NAME may have been linked with --wrap=NAME. */
static bool may_be_wrapped(const struct link *l, const struct input_facts *f, const char *name)
{
    return !l->in->knows_options && f->input->is_module &&
           cwi_tables_marks(&f->names, arena_printf(l->scratch, "__wrap_%s", name)) & IN_FRAGMENT;
}

static bool is_real(const char *name)
{
    return !strncmp(name, "__real_", 7) && name[7];
}

static const char *behind_alias(const struct tables *t, const char *name)
{
    uint32_t id = t->aliases ? base_intern_find(t->aliases, name, strlen(name)) : UINT32_MAX;
    return id == UINT32_MAX ? name : t->alias_of.items[id];
}

static const char *lost(struct link *l, const char *name, const struct input_facts *of, bool *is_local)
{
    *is_local = true;
    return arena_printf(l->scratch, "%s\n%p", name, (const void *)(of ? of->input : NULL));
}

/* For ld a reference is what an object file does not define; where only the module is here, what a unit does not. */
static const char *bound_name(struct link *l, const struct part *p, const char *name, bool is_definition,
                              bool *is_foreign, bool *is_local, bool *is_weak)
{
    const struct tables *t = l->tables;
    const struct input_facts *f = p->facts;
    uint16_t m = cwi_tables_marks(&f->names, name);
    bool in_part = is_definition || (!f->input->is_module && m & IN_FRAGMENT);
    if (!in_part && is_wrapped(l, name))
        return arena_printf(l->scratch, "__wrap_%s", name);
    if (!in_part && is_real(name) && is_wrapped(l, name + 7))
        return name + 7;
    bool is_settled = f->input->is_module && p->u->is_linked;
    if (!in_part && !(m & IN_FRAGMENT) && !is_settled && is_copy(l, name)) {
        *is_foreign = true;
        return lost(l, name, NULL, is_local);
    }
    if (f->has_table && !is_settled) {
        enum fate fate = f->input->is_module ? in_module(f, m) : in_object(f, m);
        if (!in_part && (may_be_wrapped(l, f, name) || (is_real(name) && may_be_wrapped(l, f, name + 7))))
            fate = LOST;
        if (fate == WEAKENED && cwi_tables_marks(&t->solid, name) & TWICE)
            fate = LOST; /* what its own unit calls may have been settled before, or be the other one */
        *is_weak = fate == WEAKENED;
        *is_foreign = fate == LOST;
        if (fate == LOST || (fate == LOCAL && m & IN_FRAGMENT))
            return lost(l, name, fate == LOST ? NULL : f, is_local);
    }
    if (is_definition && behind_alias(t, name) != name) {
        *is_foreign = true;
        return lost(l, name, NULL, is_local);
    }
    name = behind_alias(t, name);
    *is_foreign = cwi_tables_marks(&t->foreign, name) && !cwi_tables_marks(&t->solid, name);
    if (*is_foreign && is_definition) /* this one gives way to that one */
        return lost(l, name, NULL, is_local);
    return name;
}

const char *cwi_tables_name(struct link *l, const struct part *p, const char *name, bool is_definition,
                            bool *is_foreign, bool *is_local, bool *is_weak)
{
    *is_foreign = *is_local = *is_weak = false;
    const char *bound = bound_name(l, p, name, is_definition, is_foreign, is_local, is_weak);
    l->out->is_rebound |= bound != name || *is_weak || (*is_foreign && is_definition);
    return bound;
}
