/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Finding functions and variables by the name a user writes. Invariant: an alias is found as what it is another name
 * of, and the same unit and question always give the same answer.
 */
#include "runtime/cwi/private.h"

struct best {
    cwi_id id;
    int rank;
    bool tie;
};

static void offer(struct best *b, cwi_id id, int rank)
{
    if (id == b->id || (b->id && rank < b->rank))
        return;
    if (b->id && rank == b->rank) {
        b->tie = true;
        return;
    }
    *b = (struct best){id, rank, false};
}

static cwi_id answer(const struct best *b, bool *ambiguous)
{
    if (ambiguous)
        *ambiguous = b->tie;
    return b->id;
}

static bool in_file(const struct cwi_unit *u, const char *file, cwi_id own, cwi_id main_file)
{
    if (!file)
        return true;
    if ((own && base_path_ends_with(u->files.items[own], file)) ||
        (main_file && base_path_ends_with(u->files.items[main_file], file)))
        return true;
    return !u->is_linked && base_path_ends_with(u->name, file);
}

static int visibility(enum cwi_linkage l)
{
    return l == CWI_GLOBAL || l == CWI_COMMON ? 2 : l == CWI_WEAK ? 1 : 0;
}

bool cwi_is_model(const struct cwi_unit *u, cwi_id file)
{
    return file && str_begins(u->files.items[file], "<cwolf>/");
}

cwi_id cwi_find_func(const struct cwi_unit *u, const char *file, const char *name, bool *ambiguous)
{
    struct best best = {0};
    for (size_t i = 1; i < u->funcs.count; i++) {
        const struct cwi_func *f = u->funcs.items[i];
        if (!f->name || strcmp(f->name, name) || !in_file(u, file, f->at.file, f->unit_file))
            continue;
        cwi_id id = f->alias ? f->alias : (cwi_id)i;
        bool defined = u->funcs.items[id]->block_count || f->alias_of;
        offer(&best, id, defined ? 10 + visibility(f->linkage) : 0);
    }
    for (size_t i = 1; !best.id && i < u->funcs.count; i++) { /* a mangled name, or one given by an asm label */
        const struct cwi_func *f = u->funcs.items[i];
        if (f->asm_name && !strcmp(f->asm_name, name) && in_file(u, file, f->at.file, f->unit_file))
            best.id = f->alias ? f->alias : (cwi_id)i;
    }
    return answer(&best, ambiguous);
}

static bool has_storage(const struct cwi_var *v)
{
    return v->linkage >= CWI_STATIC;
}

static cwi_id main_file_of(const struct cwi_unit *u, const struct cwi_var *v)
{
    return v->owner ? u->funcs.items[v->owner]->unit_file : 0;
}

cwi_id cwi_find_var(const struct cwi_unit *u, const char *file, cwi_id func, const char *name, bool *ambiguous)
{
    struct best best = {0};
    if (func) {
        best.tie = cwi_find_locals(u, func, name, &best.id, 1) > 1;
        return answer(&best, ambiguous);
    }
    for (size_t i = 1; i < u->vars.count; i++) {
        const struct cwi_var *v = u->vars.items[i];
        if (!has_storage(v) || !v->name || strcmp(v->name, name) || !in_file(u, file, v->at.file, main_file_of(u, v)))
            continue;
        int rank = v->owner ? 0 : v->linkage == CWI_EXTERN ? 1 : 10 + visibility(v->linkage);
        offer(&best, v->alias ? v->alias : (cwi_id)i, rank);
    }
    return answer(&best, ambiguous);
}

size_t cwi_find_locals(const struct cwi_unit *u, cwi_id func, const char *name, cwi_id *out, size_t limit)
{
    size_t n = 0;
    for (size_t i = 1; i < u->vars.count; i++) {
        const struct cwi_var *v = u->vars.items[i];
        if (v->owner != func || v->linkage == CWI_TEMP || v->linkage == CWI_LITERAL || !v->name ||
            strcmp(v->name, name))
            continue;
        if (n++ < limit)
            out[n - 1] = (cwi_id)i;
    }
    return n;
}

struct place cwi_place_text(const struct cwi_unit *u, struct cwi_place at)
{
    return (struct place){at.file ? u->files.items[at.file] : NULL, at.line, at.col};
}

/* ---- initialisers ------------------------------------------------------------------------------------------------ */

bool cwi_find_initial(const struct cwi_unit *u, const struct cwi_var *v, uint64_t offset, uint64_t size,
                      const struct cwi_init **piece)
{
    *piece = NULL;
    for (uint32_t i = 0; i < v->init_count; i++) {
        const struct cwi_init *x = &v->init[i];
        uint64_t own = x->bit_width ? (x->bit_pos + x->bit_width + 7u) / 8
                       : x->value   ? cwi_type_of(u, x->value->type)->size
                                    : x->size;
        if (offset + size <= x->offset || x->offset + own <= offset)
            continue;
        bool is_whole = x->value ? !x->bit_width && x->offset == offset && own == size
                                 : x->offset <= offset && offset + size <= x->offset + own;
        if (*piece || !is_whole)
            return false;
        *piece = x;
    }
    return true;
}

uint64_t cwi_number_of_bytes(const struct cwi_unit *u, const uint8_t *bytes, uint64_t size)
{
    uint64_t x = 0;
    for (uint64_t i = 0; i < size; i++)
        x |= (uint64_t)bytes[u->big_endian ? size - 1 - i : i] << (8 * i);
    return x;
}

/* ---- types ------------------------------------------------------------------------------------------------------- */

uint64_t cwi_alignment(const struct cwi_unit *u, cwi_id type)
{
    const struct cwi_type *t = cwi_type_of(u, type);
    uint64_t most = 1;
    if (t->is_packed)
        return 1;
    if (t->kind == CWI_ARRAY)
        return cwi_alignment(u, t->of);
    if (t->kind == CWI_INT || t->kind == CWI_PTR || t->kind == CWI_FLOAT)
        return t->size == 2 || t->size == 4 || t->size == 8 || t->size == 16 ? t->size : 1;
    for (uint32_t i = 0; i < t->field_count; i++) {
        uint64_t a = cwi_alignment(u, t->fields[i].type);
        if (t->fields[i].offset % a || t->size % a)
            return 1; /* packed */
        most = a > most ? a : most;
    }
    return most;
}
