/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * `cwolf lts compose`: systems in parallel.
 */
#include "lts_command.h"

struct parts {
    struct VEC(struct lts *) systems;
};

static int load_all(const struct lts_options *o, struct parts *p)
{
    for (int i = 0; i < o->count; i++) {
        struct lts *l;
        int status = driver_lts_load(o, o->files[i], &l);
        if (status)
            return status;
        lts_forget_labels(l);
        vec_push(&p->systems, l);
    }
    return EX_HOLDS;
}

static int compose(const struct lts_options *o, const struct parts *p, enum lts_format format)
{
    struct lts_composition how = {.style = o->gates ? LTS_GATES : LTS_HANDSHAKE,
                                  .restrict_shared = o->restrict_shared,
                                  .sync = o->sync.items,
                                  .sync_count = o->sync.count,
                                  .sync_all = o->sync_all.items,
                                  .sync_all_count = o->sync_all.count,
                                  .edits = o->edits.items,
                                  .edit_count = o->edits.count,
                                  .notes = driver_say_sink()};
    struct lts *whole;
    struct diag d = {0};
    struct lts_control control = driver_lts_watch(o);
    enum status st =
        lts_compose((const struct lts *const *)p->systems.items, p->systems.count, &how, &control, &whole, &d);
    driver_watch_wipe();
    if (st != ST_OK)
        return driver_say_failure(st, &d);
    int status = driver_lts_save(o, whole, format);
    lts_free(whole);
    return status;
}

int driver_lts_compose_files(const struct lts_options *o)
{
    struct parts p = {0};
    if (o->gates && o->restrict_shared)
        return driver_say_usage("lts",
                                "--restrict-shared is about CCS's a and 'a; it does not go with --sync or --sync-all");
    enum lts_format format;
    int status = driver_lts_choose_format(o, LTS_FMT_AUT, &format);
    if (!status)
        status = load_all(o, &p);
    if (!status)
        status = compose(o, &p, format);
    for (size_t i = 0; i < p.systems.count; i++)
        lts_free(p.systems.items[i]);
    vec_free(&p.systems);
    return status;
}
