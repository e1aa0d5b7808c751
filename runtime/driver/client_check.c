/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether a client uses a library as its interface allows: the interface is written as rules, which are read as a file
 * given with -R is.
 */
#include "client_check.h"
#include "runtime/driver/report/report.h"

#include <ctype.h>

/* "libring.so.1" is known as libring. */
static const char *rule_name(struct arena *a, const char *path)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    char *name = arena_strn(a, base, strcspn(base, "."));
    for (char *c = name; *c; c++)
        *c = isalnum((unsigned char)*c) ? *c : '_';
    return *name && !isdigit((unsigned char)*name) ? name : arena_printf(a, "_%s", name);
}

enum status driver_interface_rules(const struct iface *i, const char *library, struct buf *out, struct diag *d)
{
    const char *slash = strrchr(library, '/');
    return iface_rules(i, slash ? slash + 1 : library, rule_name(i->arena, library), out, d);
}

/* The client is linked alone, and with the library if it has none of the functions. */
static int link_client(const struct iface *i, const struct interface_client *c, struct program *p)
{
    struct VEC(char *) paths = {0};
    bool has_library = false;
    for (size_t k = 0; k < c->client_count; k++)
        vec_push(&paths, (char *)(uintptr_t)c->client[k]);
    int status = driver_program_link(p, paths.items, (int)paths.count, PROGRAM_WHOLE);
    for (uint32_t call = 0; !status && call < i->call_count; call++) {
        const char *name = cwi_func_of(i->program, i->calls[call].func)->name;
        for (cwi_id f = 1; f < p->unit->funcs.count; f++) {
            const struct cwi_func *x = cwi_func_of(p->unit, f);
            has_library |= x->block_count && x->linkage != CWI_STATIC && x->name && !strcmp(x->name, name);
        }
    }
    if (!status && !has_library) {
        driver_program_free(p);
        for (size_t k = 0; k < c->library_count; k++)
            vec_push(&paths, c->library[k]);
        status = driver_program_link(p, paths.items, (int)paths.count, PROGRAM_WHOLE);
    }
    vec_free(&paths);
    return status ? status : driver_program_notes(p, c->run);
}

static int answer(struct program *p, const struct interface_client *c, const struct rules *rules)
{
    struct check_acceptances none = {0};
    struct check_options options = {.engine = c->run->engine,
                                    .automatic = true,
                                    .searches = true,
                                    .rules = rules,
                                    .baseline = &none,
                                    .sink = driver_say_sink()};
    struct check_report *r = NULL;
    struct diag d = {0};
    enum status st = check_run(p->unit, &p->notes, &options, &r, &d);
    driver_watch_wipe();
    if (st)
        return driver_say_failure(st, &d);
    if (r->model)
        driver_say_model_notes(r->model, r->assumptions, r->assumption_count);
    else
        driver_say_assumptions(r->assumptions, r->assumption_count);
    driver_say_answers(p->unit, r, false);
    struct report all = {.unit = p->unit, .check = r};
    int status = report_write(&all, report_formats, NULL);
    status = status ? status : check_exit_status(r);
    check_report_free(r);
    return status;
}

int driver_interface_check_client(const struct iface *i, const struct interface_client *c)
{
    struct program p = {0};
    struct rules rules = {0};
    struct buf text = {0};
    struct diag d = {0};
    enum status st = driver_interface_rules(i, c->name, &text, &d);
    int status = st ? driver_say_failure(st, &d) : link_client(i, c, &p);
    if (!status) {
        rules.arena = p.arena;
        st = note_parse_rules(&rules, NULL, c->name, buf_str(&text), text.size, &d);
        p.notes.list.count = 0; /* it is about the use of the library alone */
        status = st ? driver_say_failure(st, &d) : answer(&p, c, &rules);
    }
    vec_free(&rules.list);
    buf_free(&text);
    driver_program_free(&p);
    return status;
}
