/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which units take part in a link: archive members by the linker's rule, each unit once. Invariant: the parts stand in
 * the order of the inputs.
 */
#include "runtime/cwi/link.h"

/* ---- names defined and wanted ------------------------------------------------------------------------------------ */

struct pull {
    struct intern *names;
    struct VEC(uint8_t) states; /* by the names' ids */
};
enum { DEFINED = 1, WANTED = 2 };

static void mark(struct pull *p, const char *name, uint8_t state)
{
    uint32_t id = base_intern_add(p->names, name, strlen(name));
    if (id == p->states.count)
        vec_push(&p->states, 0);
    p->states.items[id] |= state;
}

static bool is_wanted(const struct pull *p, const char *name)
{
    uint32_t id = base_intern_find(p->names, name, strlen(name));
    return id != UINT32_MAX && p->states.items[id] == WANTED;
}

/* What the units themselves say, for inputs without a symbol table (linked fragments, LTO objects without machine
 * code). */
static bool units_define(const struct cwi_input *in, const struct pull *p)
{
    for (size_t i = 0; i < in->unit_count; i++) {
        const struct cwi_unit *u = in->units[i];
        for (size_t j = 1; j < u->funcs.count; j++) {
            const struct cwi_func *f = u->funcs.items[j];
            if ((f->linkage == CWI_GLOBAL || f->linkage == CWI_WEAK) &&
                is_wanted(p, cwi_symbol_name(f->name, f->asm_name)))
                return true;
        }
        for (size_t j = 1; j < u->vars.count; j++) {
            const struct cwi_var *v = u->vars.items[j];
            if ((v->linkage == CWI_GLOBAL || v->linkage == CWI_WEAK) &&
                is_wanted(p, cwi_symbol_name(v->name, v->asm_name)))
                return true;
        }
    }
    return false;
}

static void mark_units(struct pull *p, const struct cwi_input *in, bool wants_too)
{
    for (size_t i = 0; i < in->unit_count; i++) {
        const struct cwi_unit *u = in->units[i];
        for (size_t j = 1; j < u->funcs.count; j++) {
            const struct cwi_func *f = u->funcs.items[j];
            if (f->linkage != CWI_STATIC && (f->linkage != CWI_EXTERN || wants_too))
                mark(p, cwi_symbol_name(f->name, f->asm_name), f->linkage == CWI_EXTERN ? WANTED : DEFINED);
        }
        for (size_t j = 1; j < u->vars.count; j++) {
            const struct cwi_var *v = u->vars.items[j];
            if (v->linkage >= CWI_GLOBAL && (v->linkage != CWI_EXTERN || wants_too))
                mark(p, cwi_symbol_name(v->name, v->asm_name), v->linkage == CWI_EXTERN ? WANTED : DEFINED);
        }
    }
}

static bool ends_things(const struct cwi_unit *u)
{
    for (size_t j = 1; j < u->funcs.count; j++)
        if (u->funcs.items[j]->fini_priority)
            return true;
    for (size_t j = 1; j < u->vars.count; j++)
        if (u->vars.items[j]->section && !strncmp(u->vars.items[j]->section, ".fini_array", 11))
            return true;
    return false;
}

/* A model belongs to the program when a unit mentions what it defines, and no unit defines that. */
static void pull_models(const struct cwi_inputs *in, bool *taken)
{
    struct pull p = {.names = base_intern_new()};
    for (size_t i = 0; i < in->list.count; i++) {
        const struct cwi_input *input = &in->list.items[i];
        if (!taken[i] || input->is_model)
            continue;
        mark_units(&p, input, true);
        for (size_t k = 0; k < input->unit_count; k++)
            if (ends_things(input->units[k]))
                mark(&p, "exit", WANTED);
        for (size_t k = 0; !input->unit_count && !input->is_module && k < input->define_count; k++)
            mark(&p, input->defines[k], DEFINED);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < in->list.count; i++)
            if (!taken[i] && in->list.items[i].is_model && units_define(&in->list.items[i], &p)) {
                taken[i] = changed = true;
                mark_units(&p, &in->list.items[i], true);
            }
    }
    base_intern_free(p.names);
    vec_free(&p.states);
}

static bool has_table(const struct cwi_input *in)
{
    return in->is_elf && (in->define_count || in->want_count) &&
           !(in->define_count == 1 && !in->want_count && !strncmp(in->defines[0], "__gnu_lto", 9));
}

static void take(struct pull *p, const struct cwi_input *in)
{
    for (size_t i = 0; i < in->define_count; i++)
        mark(p, in->defines[i], DEFINED);
    for (size_t i = 0; i < in->want_count; i++)
        mark(p, in->wants[i], WANTED);
    mark_units(p, in, !has_table(in));
}

static bool defines_wanted(const struct cwi_input *in, const struct pull *p)
{
    for (size_t i = 0; i < in->define_count; i++)
        if (is_wanted(p, in->defines[i]))
            return true;
    return !has_table(in) && units_define(in, p);
}

/* Inputs in order; archive members when they define something wanted by then; again until nothing changes, as for a
 * group. */
static void pull_members(const struct cwi_inputs *in, bool *taken)
{
    struct pull p = {.names = base_intern_new()};
    mark(&p, "main", WANTED); /* by the start-up code, which is no input */
    bool changed = true;
    while (changed) {
        changed = false;
        for (size_t i = 0; i < in->list.count; i++) {
            const struct cwi_input *input = &in->list.items[i];
            if (taken[i] || input->is_table || input->is_model || (input->is_lazy && !defines_wanted(input, &p)))
                continue;
            taken[i] = changed = true;
            take(&p, input);
        }
    }
    base_intern_free(p.names);
    vec_free(&p.states);
    pull_models(in, taken);
}

/* ---- each unit once ---------------------------------------------------------------------------------------------- */

struct seen {
    struct map64 units;  /* fingerprint to module, by which the same code in two shared libraries is told apart */
    struct map64 inside; /* members of linked units */
};

static bool is_double(struct seen *s, const struct cwi_unit *u, uint32_t module)
{
    uint32_t before;
    uint64_t print = cwi_fingerprint(u);
    if (base_map64_get(&s->units, print, &before) && !(module && before && module != before))
        return true;
    if (!u->is_linked && base_map64_get(&s->inside, print, &before))
        return true;
    base_map64_put(&s->units, print, module);
    return false;
}

/* A linked unit all of whose members came in by others adds nothing; one that overlaps cannot be taken apart again. */
static bool adds_members(struct link *l, struct seen *s, const struct cwi_unit *u)
{
    size_t known = 0;
    const char *double_name = NULL;
    uint32_t x;
    for (size_t i = 0; i < u->members.count; i++)
        if (base_map64_get(&s->inside, u->members.items[i].fingerprint, &x)) {
            known++;
            double_name = u->members.items[i].name;
        }
    if (known && known == u->members.count)
        return false;
    if (known)
        diag_send(l->warnings, DIAG_WARNING, (struct place){u->name, 0, 0},
                  "unit '%s' is in more than one of the linked fragments; its static variables exist twice",
                  double_name);
    for (size_t i = 0; i < u->members.count; i++)
        base_map64_put(&s->inside, u->members.items[i].fingerprint, 0);
    return true;
}

static enum status same_target(struct link *l, const struct part *p)
{
    const struct cwi_unit *first = l->parts.items[0].u;
    if (first->pointer_bits == p->u->pointer_bits && first->big_endian == p->u->big_endian)
        return ST_OK;
    return diag_set(l->d, ST_BAD, (struct place){p->input->path, 0, 0},
                    "'%s' was compiled for another target (%u-bit, %s endian) than '%s' (%u-bit, %s endian)",
                    p->u->name, p->u->pointer_bits, p->u->big_endian ? "big" : "little", first->name,
                    first->pointer_bits, first->big_endian ? "big" : "little");
}

static enum status add_part(struct link *l, struct seen *s, const struct part *p)
{
    if (is_double(s, p->u, p->module))
        return ST_OK;
    vec_push(&l->parts, *p);
    return same_target(l, p);
}

/* The object file that a unit came from, where it is among the inputs; else what it was found in. */
static const struct cwi_input *table_of(const struct cwi_inputs *in, const struct cwi_input *found,
                                        const struct cwi_unit *u)
{
    for (size_t i = 0; found->is_module && i < in->list.count; i++)
        for (size_t k = 0; in->list.items[i].is_table && k < in->list.items[i].unit_count; k++)
            if (cwi_fingerprint(in->list.items[i].units[k]) == cwi_fingerprint(u))
                return &in->list.items[i];
    return found;
}

enum status cwi_link_select(struct link *l, const struct cwi_inputs *in)
{
    bool *taken = arena_zalloc(l->scratch, in->list.count + 1);
    struct seen seen = {0};
    struct VEC(struct part) parts = {0};
    enum status st = ST_OK;
    pull_members(in, taken);
    for (size_t i = 0; i < in->list.count; i++) {
        const struct cwi_input *input = &in->list.items[i];
        for (size_t j = 0; taken[i] && !input->is_table && j < input->unit_count; j++) {
            struct part p = {.u = input->units[j], .input = input, .module = input->is_module ? (uint32_t)i + 1 : 0};
            p.table = table_of(in, input, p.u);
            if (!p.u->is_linked || adds_members(l, &seen, p.u))
                vec_push(&parts, p);
        }
    }
    for (size_t i = 0; st == ST_OK && i < parts.count; i++)
        st = add_part(l, &seen, &parts.items[i]);
    vec_free(&parts);
    base_map64_free(&seen.units);
    base_map64_free(&seen.inside);
    return st;
}
