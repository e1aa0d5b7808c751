/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * load.c: the annotations of a program: pragmas that travelled as canonical text, and maps given on the compiler's
 * command line.
 *
 * Every unit carries a copy of what its headers and its command line said: copies are read once. A map may be written
 * for more programs than the one linked here, so its unknown names warn. Label rules of one unit are one list.
 */
#include "runtime/notes/files.h"

struct loader {
    struct notes *out;
    struct cwi_unit *u;
    const struct diag_sink *warnings;
    struct diag *d;
    uint32_t first_list;
    struct VEC(uint64_t) seen;  /* hashes of notes read */
    struct VEC(cwi_id) list_of; /* the file that each list of pragmas belongs to */
};

static uint64_t note_hash(const struct cwi_note *n)
{
    uint64_t h = base_hash_bytes(n->word, strlen(n->word), 1);
    h = base_hash_bytes(n->text, strlen(n->text), h);
    if (n->file_name)
        return base_hash_bytes(n->file_name, strlen(n->file_name), h);
    uint32_t at[4] = {n->at.file, n->at.line, n->at.col, n->func};
    h = base_hash_bytes(at, sizeof at, h);
    for (uint32_t i = 0; i < n->ref_count; i++) {
        uint32_t ref[2] = {(uint32_t)n->refs[i].kind, n->refs[i].id};
        h = base_hash_bytes(ref, sizeof ref, h);
    }
    return h;
}

static bool is_copy(struct loader *l, const struct cwi_note *n)
{
    uint64_t h = note_hash(n);
    for (size_t i = 0; i < l->seen.count; i++)
        if (l->seen.items[i] == h)
            return true;
    vec_push(&l->seen, h);
    return false;
}

/* ---- whole files ------------------------------------------------------------------------------------------------- */

static struct map_reader map_reader(struct loader *l, const struct cwi_note *n)
{
    static const struct diag_sink none;
    struct map_reader m = {
        .out = l->out, .u = l->u, .warnings = l->warnings ? l->warnings : &none, .d = l->d, .lenient = true};
    vec_push(&m.open, n->file_name);
    return m;
}

static enum status load_am(struct loader *l, const struct cwi_note *n)
{
    struct map_reader m = map_reader(l, n);
    enum status st = note_read_am(&m, n->file_name, n->text, strlen(n->text));
    note_map_reader_free(&m);
    return st;
}

static enum status load_lm(struct loader *l, const struct cwi_note *n)
{
    struct map_reader m = map_reader(l, n);
    m.list = note_next_list(l->out);
    enum status st = note_read_lm(&m, n->file_name, n->text, strlen(n->text));
    note_map_reader_free(&m);
    return st;
}

static enum status load_properties(struct loader *l, const struct cwi_note *n)
{
    return note_parse_properties(l->out, n->file_name, n->text, strlen(n->text), l->u, l->warnings, l->d);
}

static bool is_spec_word(const char *s)
{
    if (!*s)
        return false;
    for (; *s; s++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-", *s))
            return false;
    return true;
}

/* FILE[:PROCESS[:RELATION]] as -fplugin-arg-cwolf-spec= has it. */
static enum status load_spec(struct loader *l, const struct cwi_note *c)
{
    struct note *n = ARENA_NEW(l->out->arena, struct note);
    char *file = arena_str(l->out->arena, c->file_name), *words[2] = {NULL, NULL};
    for (int i = 0; i < 2; i++) {
        char *colon = strrchr(file, ':');
        if (!colon || colon == file || !is_spec_word(colon + 1))
            break;
        *colon = 0;
        words[1] = words[0];
        words[0] = colon + 1;
    }
    n->kind = NOTE_SPEC;
    n->at = (struct place){file, 1, 1};
    n->u.spec.file = file;
    n->u.spec.process = words[0];
    n->u.spec.relation = words[1] ? words[1] : "obseq";
    n->u.spec.content = arena_str(l->out->arena, c->text);
    vec_push(&l->out->list, n);
    return ST_OK;
}

/* ---- pragmas ----------------------------------------------------------------------------------------------------- */

/* Rules belong to the unit of the function or file they stand in; a header outside of functions is a list of its
 * own. */
static uint32_t list_number(struct loader *l, const struct cwi_note *n)
{
    cwi_id file = n->func ? cwi_func_of(l->u, n->func)->unit_file : 0;
    if (!file)
        file = n->at.file;
    size_t i = 0;
    while (i < l->list_of.count && l->list_of.items[i] != file)
        i++;
    if (i == l->list_of.count)
        vec_push(&l->list_of, file);
    return l->first_list + (uint32_t)i;
}

static enum status keep(struct loader *l, const struct cwi_note *c, struct note *n, uint32_t list)
{
    for (struct note *next; n; n = next) {
        next = (struct note *)(uintptr_t)n->next;
        n->next = NULL;
        n->at = cwi_place_text(l->u, c->at);
        n->src = c->at;
        n->func = c->func;
        n->list = list;
        if (n->kind != NOTE_ABSTRACT) {
            vec_push(&l->out->list, n);
            continue;
        }
        enum status st = note_add_abstraction(l->out, l->u, n, l->d);
        if (st)
            return st;
    }
    return ST_OK;
}

static enum status load_pragma(struct loader *l, const struct cwi_note *c)
{
    struct arena *a = l->out->arena;
    struct place at = cwi_place_text(l->u, c->at);
    char *text = arena_printf(a, "%s %s", c->word, c->text);
    struct note_source *s = note_text_source(a, at.file, text, strlen(text), at.line, at.col);
    struct note *n;
    enum status st = note_parse(a, s, note_ref_resolver(a, l->u, c), &n, l->d);
    if (st) {
        if (l->d)
            l->d->at = at; /* columns of the travelling text mean nothing to the user */
        return st;
    }
    return keep(l, c, n, n->kind == NOTE_LABEL ? list_number(l, c) : 0);
}

static const struct file_word {
    const char *word;
    enum status (*load)(struct loader *l, const struct cwi_note *n);
} file_words[] = {{"am", load_am}, {"lm", load_lm}, {"properties", load_properties}, {"spec", load_spec}};

static enum status load_note(struct loader *l, const struct cwi_note *n)
{
    if (!n->word || !n->text || !strcmp(n->word, "asm") || is_copy(l, n))
        return ST_OK;
    for (size_t i = 0; n->file_name && i < sizeof file_words / sizeof *file_words; i++)
        if (!strcmp(n->word, file_words[i].word))
            return file_words[i].load(l, n);
    return load_pragma(l, n);
}

enum status note_load(struct notes *out, struct cwi_unit *u, const struct diag_sink *warnings, struct diag *d)
{
    struct diag own;
    struct loader l = {.out = out, .u = u, .warnings = warnings, .d = d ? d : &own};
    enum status st = ST_OK;
    /* Pragmas first: their lists are numbered by file, the maps' follow. */
    l.first_list = note_next_list(out);
    for (int maps = 0; maps < 2; maps++)
        for (size_t i = 0; i < u->notes.count && !st; i++)
            if (!u->notes.items[i].file_name == !maps)
                st = load_note(&l, &u->notes.items[i]);
    vec_free(&l.seen);
    vec_free(&l.list_of);
    return st;
}
