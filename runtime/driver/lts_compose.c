/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * `cwolf lts compose`: systems in parallel.
 */
#include "runtime/driver/lts_command.h"

struct parts {
    struct VEC(struct lts *) systems;
    struct VEC(const char *) restricted;
};

static int load_all(const struct lts_options *o, struct parts *p)
{
    for (int i = 0; i < o->count; i++) {
        struct lts *l;
        int status = lts_load(o, o->files[i], &l);
        if (status)
            return status;
        vec_push(&p->systems, l);
    }
    return EX_HOLDS;
}

/* "a,b" to names; a quote before a name means the same. */
static void split_names(struct arena *a, const char *text, struct parts *p)
{
    while (text && *text) {
        size_t n = strcspn(text, ",");
        const char *name = text + (*text == '\'');
        if (text + n > name)
            vec_push(&p->restricted, arena_strn(a, name, (size_t)(text + n - name)));
        text += n + (text[n] == ',');
    }
}

static int compose(const struct lts_options *o, const struct parts *p)
{
    struct lts_composition how = {.restricted = p->restricted.items,
                                  .restricted_count = p->restricted.count,
                                  .restrict_shared = o->restrict_shared};
    struct lts *whole;
    struct diag d = {0};
    enum status st = lts_compose((const struct lts *const *)p->systems.items, p->systems.count, &how,
                                 (uint32_t)o->max_states, &whole, &d);
    if (st != ST_OK)
        return say_failure(st, &d);
    int status = lts_save(o, whole, LTS_FMT_AUT);
    lts_free(whole);
    return status;
}

int lts_compose_files(const struct lts_options *o)
{
    struct arena *a = arena_new();
    struct parts p = {0};
    split_names(a, o->restricted, &p);
    int status = load_all(o, &p);
    if (!status)
        status = compose(o, &p);
    for (size_t i = 0; i < p.systems.count; i++)
        lts_free(p.systems.items[i]);
    vec_free(&p.systems);
    vec_free(&p.restricted);
    arena_free(a);
    return status;
}
