/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What runs before and after main without a fragment, and whether main is what is run.
 */
#include "runtime/cwi/link_tables.h"

/* Constructors, or destructors, that the units of an input have fragments of. */
static uint32_t known_starters(const struct link *l, const struct cwi_input *in, bool at_end)
{
    uint32_t n = 0;
    for (size_t i = 0; i < l->parts.count; i++) {
        const struct cwi_unit *u = l->parts.items[i].u;
        if (l->parts.items[i].input != in)
            continue;
        for (size_t k = 1; k < u->funcs.count; k++)
            n += (at_end ? u->funcs.items[k]->fini_priority : u->funcs.items[k]->init_priority) != 0;
        for (size_t k = 1; k < u->vars.count; k++) {
            const char *section = u->vars.items[k]->section;
            uint32_t priority;
            bool counts = cwi_is_call_array(section, at_end, &priority) || (!at_end && cwi_is_preinit_array(section));
            n += counts ? u->vars.items[k]->init_count : 0;
        }
    }
    return n;
}

/* Whether a library without fragments can name anything of the program. */
static bool imports_from_program(const struct link *l, const struct cwi_input *library)
{
    for (size_t i = 0; i < l->in->list.count; i++) {
        const struct cwi_input *in = &l->in->list.items[i];
        for (size_t k = 0; in->is_executable && k < in->define_count; k++)
            if (!cwi_tables_is_startup(in->defines[k]) &&
                (cwi_link_is_among(library->wants, library->want_count, in->defines[k]) ||
                 cwi_link_is_among(library->bound, library->bound_count, in->defines[k])))
                return true;
    }
    return false;
}

static bool has_foreign(const struct link *l, const struct cwi_input *in, bool at_end)
{
    enum { START_UP_CODE = 1 }; /* frame_dummy, __do_global_dtors_aux */
    uint32_t count = at_end ? in->enders : in->starters;
    if (!in->is_module)
        return !in->unit_count && !in->is_lazy && count;
    return !in->is_static && !cwi_tables_is_c_library(in->path) &&
           count > known_starters(l, in, at_end) + START_UP_CODE && (in->unit_count || imports_from_program(l, in));
}

bool cwi_link_has_foreign_start(const struct link *l, const struct cwi_input *in)
{
    return has_foreign(l, in, false) || has_foreign(l, in, true);
}

static const char *foreign_start(const struct link *l, bool at_end)
{
    for (size_t i = 0; i < l->in->list.count; i++)
        if (has_foreign(l, &l->in->list.items[i], at_end))
            return arena_printf(l->out->arena, "%s in '%s' that have no fragment of C Wolf",
                                at_end ? "destructors" : "constructors", l->in->list.items[i].path);
    return NULL;
}

void cwi_link_start(struct link *l)
{
    l->out->foreign_start = foreign_start(l, false);
    l->out->foreign_end = foreign_start(l, true);
    for (size_t i = 0; i < l->in->list.count; i++) {
        const struct cwi_input *in = &l->in->list.items[i];
        l->out->is_static |= in->is_static;
        if (in->odd_start && !l->out->odd_start)
            l->out->odd_start = arena_str(l->out->arena, in->odd_start);
    }
    if (l->in->odd_start)
        l->out->odd_start = arena_str(l->out->arena, l->in->odd_start);
    for (size_t i = 0; i < l->parts.count; i++) {
        const struct cwi_unit *u = l->parts.items[i].u;
        l->out->is_static |= u->is_static;
        if (u->odd_start && !l->out->odd_start)
            l->out->odd_start = arena_str(l->out->arena, u->odd_start);
        if (u->foreign_start && !l->out->foreign_start)
            l->out->foreign_start = arena_str(l->out->arena, u->foreign_start);
        if (u->foreign_end && !l->out->foreign_end)
            l->out->foreign_end = arena_str(l->out->arena, u->foreign_end);
    }
}
