/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * find.c: functions, variables and files of a unit by the names users give them, and what to suggest when there is
 * none.
 *
 * Several that are equally good are handed out or listed, nothing is chosen silently; aliases count as what they are
 * names of. Source: DuVarney 2002, sections 2.3.1 and 2.4.
 */
#include "runtime/notes/find.h"

const char *note_file_of(const struct cwi_unit *u, cwi_id file)
{
    return file && file < u->files.count ? u->files.items[file] : "";
}

bool note_in_file(const struct cwi_unit *u, cwi_id own, const char *file)
{
    return !file || (own && base_path_ends_with(note_file_of(u, own), file));
}

static bool is_function_in(const struct cwi_unit *u, const struct cwi_func *f, const char *file)
{
    return note_in_file(u, f->unit_file, file) || note_in_file(u, f->at.file, file);
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

/* Each thing once, though aliases name it too. */
static void add_id(struct ids *to, cwi_id id)
{
    for (size_t i = 0; i < to->list.count; i++)
        if (to->list.items[i] == id)
            return;
    vec_push(&to->list, id);
}

static int func_rank(const struct cwi_func *f)
{
    if (!f->block_count && !f->alias_of)
        return f->linkage == CWI_EXTERN ? 0 : 1;
    return f->linkage == CWI_STATIC ? 2 : f->linkage == CWI_WEAK ? 3 : 4;
}

static const char *list_functions(struct arena *a, const struct cwi_unit *u, const struct ids *found)
{
    struct buf b = {0};
    for (size_t i = 0; i < found->list.count; i++) {
        const struct cwi_func *f = cwi_func_of(u, found->list.items[i]);
        buf_printf(&b, "%s\"%s\":%s", i ? " or " : "", note_file_of(u, f->at.file ? f->at.file : f->unit_file),
                   f->name);
    }
    const char *text = arena_str(a, buf_str(&b));
    buf_free(&b);
    return text;
}

static const char *nearest_function(struct arena *a, const struct cwi_unit *u, const char *file, const char *name)
{
    struct VEC(const char *) names = {0};
    for (cwi_id i = 1; i < u->funcs.count; i++)
        if (u->funcs.items[i]->name && is_function_in(u, u->funcs.items[i], file))
            vec_push(&names, u->funcs.items[i]->name);
    const char *nearest = base_nearest_name(name, names.items, names.count);
    vec_free(&names);
    return arena_str(a, nearest);
}

cwi_id note_find_function(struct arena *a, struct cwi_unit *u, const char *file, const char *name, const char **nearest,
                          bool *ambiguous)
{
    struct ids found = {0};
    int best = -1;
    for (int by_base = 0; by_base < 2 && !found.list.count; by_base++) {
        for (cwi_id i = 1; i < u->funcs.count; i++) {
            const struct cwi_func *f = u->funcs.items[i];
            /* Under its base name only what has no body here: a program may well define its own __foo_chk. */
            const char *own = !by_base                        ? f->name
                              : f->block_count || f->alias_of ? NULL
                                                              : cwi_base_name(f->asm_name ? f->asm_name
                                                                              : f->name   ? f->name
                                                                                          : "");
            if (!own || strcmp(own, name) || !is_function_in(u, f, file))
                continue;
            int rank = func_rank(f);
            if (rank > best || by_base)
                found.list.count = 0;
            if (rank >= best)
                add_id(&found, f->alias ? f->alias : i);
            best = rank > best ? rank : best;
        }
    }
    bool several = found.list.count > 1 && best == 2;
    cwi_id id = found.list.count && (!several || !ambiguous) ? found.list.items[0] : 0;
    if (ambiguous)
        *ambiguous = several;
    if (nearest)
        *nearest = id ? NULL : several ? list_functions(a, u, &found) : nearest_function(a, u, file, name);
    vec_free(&found.list);
    return id;
}

/* ---- variables --------------------------------------------------------------------------------------------------- */

static bool is_named(const struct cwi_var *v, const char *name)
{
    return v->name && v->linkage != CWI_TEMP && v->linkage != CWI_LITERAL && !strcmp(v->name, name);
}

static int var_rank(const struct cwi_var *v)
{
    switch (v->linkage) {
    case CWI_GLOBAL:
        return 4;
    case CWI_WEAK:
    case CWI_COMMON:
        return 3;
    case CWI_STATIC:
        return 2;
    default:
        return 1;
    }
}

void note_collect_locals(const struct cwi_unit *u, cwi_id func, const char *name, uint32_t line, struct ids *out)
{
    uint32_t latest = 0;
    for (cwi_id i = 1; i < u->vars.count; i++) {
        const struct cwi_var *v = u->vars.items[i];
        if (v->owner != func || !is_named(v, name) || (line && v->at.line > line))
            continue;
        /* At a line, the one declared last before it is meant. */
        if (line && v->at.line > latest)
            out->list.count = 0;
        if (!line || v->at.line >= latest)
            vec_push(&out->list, i);
        latest = v->at.line > latest ? v->at.line : latest;
    }
}

void note_collect_statics(const struct cwi_unit *u, const char *file, const char *name, struct ids *out)
{
    int best = 0;
    for (cwi_id i = 1; i < u->vars.count; i++) {
        const struct cwi_var *v = u->vars.items[i];
        if (v->owner || !is_named(v, name) || !note_in_file(u, v->at.file, file))
            continue;
        int rank = var_rank(v);
        if (rank > best)
            out->list.count = 0;
        if (rank >= best)
            add_id(out, v->alias ? v->alias : i);
        best = rank > best ? rank : best;
    }
}

static size_t hand_out(struct ids *found, cwi_id *out, size_t limit)
{
    size_t count = found->list.count;
    for (size_t i = 0; i < count && i < limit; i++)
        out[i] = found->list.items[i];
    vec_free(&found->list);
    return count;
}

size_t note_find_variables(const struct cwi_unit *u, const char *file, cwi_id func, const char *name, cwi_id *out,
                           size_t limit)
{
    struct ids found = {0};
    if (func)
        note_collect_locals(u, func, name, 0, &found);
    else
        note_collect_statics(u, file, name, &found);
    return hand_out(&found, out, limit);
}

const char *note_candidate_places(struct arena *a, const struct cwi_unit *u, const cwi_id *vars, size_t count)
{
    struct buf b = {0};
    for (size_t i = 0; i < count; i++) {
        const struct cwi_var *v = cwi_var_of(u, vars[i]);
        const char *file = note_file_of(u, v->at.file);
        if (v->owner)
            buf_printf(&b, "%s\"%s\":%u:%s", i ? " or " : "", file, v->at.line, v->name);
        else
            buf_printf(&b, "%s\"%s\":%s", i ? " or " : "", file, v->name);
    }
    const char *text = arena_str(a, buf_str(&b));
    buf_free(&b);
    return text;
}

const char *note_nearest_variable(struct arena *a, const struct cwi_unit *u, const char *file, cwi_id func,
                                  const char *name)
{
    struct VEC(const char *) names = {0};
    const struct cwi_var *elsewhere = NULL;
    for (cwi_id i = 1; i < u->vars.count; i++) {
        const struct cwi_var *v = u->vars.items[i];
        if (!v->name || v->linkage == CWI_TEMP || v->linkage == CWI_LITERAL)
            continue;
        if (func ? v->owner == func : !v->owner && note_in_file(u, v->at.file, file))
            vec_push(&names, v->name);
        else if (v->owner && !elsewhere && is_named(v, name) && note_in_file(u, v->at.file, file))
            elsewhere = v;
    }
    const char *nearest = base_nearest_name(name, names.items, names.count);
    vec_free(&names);
    if (elsewhere && !func && cwi_func_of(u, elsewhere->owner)->name)
        return arena_printf(a, "%s:%s", cwi_func_of(u, elsewhere->owner)->name, name);
    return arena_str(a, nearest);
}

/* ---- files and functions named in annotations -------------------------------------------------------------------- */

bool note_check_file(struct parser *p, const char *name, struct place at)
{
    struct cwi_unit *u = p->u;
    const char *matches[6];
    size_t count = 0;
    struct VEC(const char *) names = {0};
    for (cwi_id i = 1; i < u->files.count; i++) {
        const char *file = u->files.items[i];
        const char *slash = strrchr(file, '/');
        vec_push(&names, slash ? slash + 1 : file);
        if (base_path_ends_with(file, name) && count < 6)
            matches[count++] = file;
    }
    const char *slash = strrchr(name, '/');
    const char *nearest = count ? NULL : base_nearest_name(slash ? slash + 1 : name, names.items, names.count);
    vec_free(&names);
    if (!count)
        return note_fail_missing(p, at, "no file \"%s\" in the program%s", name, note_did_you_mean(p, nearest));
    if (count == 1)
        return true;
    struct buf b = {0};
    for (size_t i = 0; i < count; i++) {
        /* The whole name wins over longer ones that end with it. */
        if (!strcmp(matches[i], name)) {
            buf_free(&b);
            return true;
        }
        buf_printf(&b, "%s\"%s\"", i ? " or " : "", matches[i]);
    }
    note_fail(p, at, "\"%s\" is ambiguous: %s", name, buf_str(&b));
    buf_free(&b);
    return false;
}

bool note_parse_function(struct parser *p, cwi_id *out)
{
    const struct note_token *t = peek_c(p);
    const char *file = NULL;
    if (t->kind == TOK_STRING && p->qualified && note_is_punct(note_peek_at(p, 1, true), ":")) {
        struct note_token string = note_take(p);
        note_take(p);
        if (!note_check_file(p, string.text, string.at))
            return false;
        file = string.text;
        t = peek_c(p);
    }
    if (t->kind != TOK_NAME && t->kind != TOK_REF && t->kind != TOK_STRING)
        return note_fail(p, t->at, "expected a function's name, found %s", note_describe(p, t));
    struct note_token name = note_take(p);
    const char *text = name.kind == TOK_REF ? arena_printf(p->a, "$%lld", (long long)name.value) : name.text;
    struct name_meaning m = p->r->resolve(p->r->context, file, NULL, text);
    if (m.kind == NAME_AMBIGUOUS)
        return note_fail(p, name.at, "'%s' is ambiguous: %s", text,
                         m.nearest ? m.nearest : "several functions have this name");
    if (m.kind == NAME_FUNC) {
        *out = m.id;
        return true;
    }
    if (m.kind != NAME_UNKNOWN)
        return note_fail(p, name.at, "'%s' is no function", text);
    const char *nearest = p->lenient ? NULL : nearest_function(p->a, p->u, file, text);
    nearest = nearest ? nearest : m.nearest;
    const char *where = file ? arena_printf(p->a, " in \"%s\"", file) : "";
    return note_fail_missing(p, name.at, "no function '%s'%s%s", text, where, note_did_you_mean(p, nearest));
}
