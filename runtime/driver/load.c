/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From the PROGRAM... of a command line to a linked program with every note about it.
 *
 * Invariant: a program that contains no fragment at all is an error that says what to do; maps are read in the order
 * given, after the notes that travel in the fragments.
 */
#include "runtime/driver/driver.h"
#include "runtime/models/models.h"

enum { MAP_LIMIT = 16 << 20 };

/* Says which of the files hold nothing; an error when none holds anything. */
static int check_inputs(const struct cwi_inputs *in, char *const *paths, int count)
{
    size_t units = 0, code = 0;
    for (size_t i = 0; i < in->list.count; i++) {
        units += in->list.items[i].unit_count;
        code += in->list.items[i].has_code && !in->list.items[i].unit_count;
    }
    if (!units && count == 1)
        driver_say_diag(&(struct diag){.level = DIAG_ERROR,
                                       .at.file = paths[0],
                                       .text = "no fragment of C Wolf in it: compile and link with "
                                               "gcc -specs=$(cwolf --specs)"});
    else if (!units)
        driver_say(DIAG_ERROR,
                   "no fragment of C Wolf in any of the files: compile and link with gcc -specs=$(cwolf --specs)");
    if (!units)
        return EX_BAD;
    for (size_t i = 0; code && i < in->list.count; i++) {
        const struct cwi_input *input = &in->list.items[i];
        if (input->has_code && !input->unit_count)
            diag_send(driver_say_sink(), DIAG_WARNING, (struct place){input->path, 0, 0},
                      "no fragment of C Wolf in %s%s: its functions may do anything", input->member ? "member " : "it",
                      input->member ? input->member : "");
    }
    return EX_HOLDS;
}

void driver_program_keep_inputs(struct program *p, const struct cwi_inputs *in)
{
    const char **paths = ARENA_ARRAY(p->arena, const char *, 2 * in->list.count);
    const char *last = NULL;
    for (size_t i = 0; i < in->list.count; i++) {
        const struct cwi_input *x = &in->list.items[i];
        if (x->path && (!last || strcmp(x->path, last))) /* else a member of one archive */
            paths[p->input_count++] = arena_str(p->arena, x->path);
        if (x->outside)
            paths[p->input_count++] = arena_str(p->arena, x->outside);
        last = x->path ? x->path : last;
    }
    p->inputs = paths;
}

int driver_program_link(struct program *p, char *const *paths, int count, enum program_how how)
{
    struct diag d = {0};
    struct cwi_inputs in = {.arena = arena_new()};
    enum status st = ST_OK;
    int status = EX_HOLDS;
    memset(p, 0, sizeof *p);
    p->arena = arena_new();
    p->notes.arena = p->arena;
    for (int i = 0; i < count && !st; i++)
        st = cwi_collect(paths[i], false, &in, &d);
    if (!st)
        status = check_inputs(&in, paths, count);
    if (!st && !status)
        st = driver_libraries_add(&in, NULL, 0, &d);
    if (!st && !status && how == PROGRAM_WHOLE)
        st = models_add(&in, &d);
    if (!st && !status)
        st = cwi_link(&in, paths[0], driver_say_sink(), &p->unit, &d);
    if (!st && !status && how == PROGRAM_WHOLE) {
        driver_program_keep_inputs(p, &in);
        cwi_add_start(p->unit);
        cwi_expose(p->unit);
        cwi_hold_extra(p->unit);
    }
    cwi_inputs_free(&in);
    return st ? driver_say_failure(st, &d) : status;
}

/* A label map by name when there is one of that name, else the text of the file; `*ready` says which. */
static enum status read_map(const struct map_file *m, struct buf *text, bool *ready, struct diag *d)
{
    const char *known = m->kind == MAP_LM ? ev_ready_made(m->path) : NULL;
    *ready = known != NULL;
    if (!known)
        return base_file_read(m->path, text, MAP_LIMIT, d);
    buf_puts(text, known);
    return ST_OK;
}

static enum status parse_map(struct program *p, const struct map_file *m, struct diag *d)
{
    struct buf text = {0};
    bool ready;
    enum status st = read_map(m, &text, &ready, d);
    const char *path = ready ? arena_printf(p->arena, "<%s>", m->path) : m->path;
    if (!st && m->kind == MAP_AM)
        st = note_parse_am(&p->notes, path, buf_str(&text), text.size, p->unit, driver_say_sink(), d);
    else if (!st && m->kind == MAP_LM)
        st = note_parse_lm(&p->notes, path, buf_str(&text), text.size, p->unit, ready, driver_say_sink(), d);
    else if (!st)
        st = note_parse_properties(&p->notes, path, buf_str(&text), text.size, p->unit, driver_say_sink(), d);
    buf_free(&text);
    return st;
}

int driver_program_notes(struct program *p, const struct run_options *o)
{
    struct diag d = {0};
    enum status st = note_load(&p->notes, p->unit, driver_say_sink(), &d);
    for (size_t i = 0; !st && i < o->maps.count; i++)
        st = parse_map(p, &o->maps.items[i], &d);
    return st ? driver_say_failure(st, &d) : EX_HOLDS;
}

void driver_program_free(struct program *p)
{
    vec_free(&p->notes.list);
    cwi_unit_free(p->unit);
    arena_free(p->arena);
    memset(p, 0, sizeof *p);
}
