/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Work that is ended at any of its questions, by an interrupt or by a limit of memory: it says so and leaves nothing
 * behind, or has the result that it has without. Sanitized builds make this test sharp.
 */
#include "lts_large.h"
#include "tap.h"

#include <unistd.h>

/* What is done: with systems made beforehand. Returns a status; the size of the result goes to *result. */
struct task {
    char name[80];
    enum status (*run)(const struct task *t, const struct lts_control *c, uint64_t *result, struct diag *d);
    const struct lts *a, *b;
    enum lts_relation relation;
    bool preorder;
    int number;
};

struct questions {
    uint64_t asked, last; /* `last`: the one that is answered with "stop"; 0: none */
};

static bool stop_at(void *context)
{
    struct questions *q = context;
    q->asked++;
    return q->last && q->asked >= q->last;
}

static uint64_t size_of(const struct lts *l)
{
    return ((uint64_t)l->states << 32) + lts_transitions(l);
}

/* ---- what is done ----------------------------------------------------------------------------------------------- */

static enum status made(enum status st, struct lts **out, uint64_t *result)
{
    *result = st == ST_OK ? size_of(*out) : *out != NULL; /* a failure leaves nothing */
    lts_free(st == ST_OK ? *out : NULL);
    return st;
}

static enum status run_reduce(const struct task *t, const struct lts_control *c, uint64_t *result, struct diag *d)
{
    struct lts *out;
    uint32_t *map = NULL;
    enum status st = t->number ? lts_reduce_taking(lts_copy(t->a), t->relation, c, &out, d)
                               : lts_reduce(t->a, t->relation, c, &out, &map, d);
    if (st != ST_OK && map)
        return ST_OK;
    free(map);
    return made(st, &out, result);
}

static enum status compared(enum status st, struct lts_comparison *out, uint64_t *result)
{
    *result = st == ST_OK ? (uint64_t)out->verdict : out->arena != NULL;
    if (st == ST_OK)
        lts_comparison_free(out);
    return st;
}

static enum status run_compare(const struct task *t, const struct lts_control *c, uint64_t *result, struct diag *d)
{
    struct lts_comparison out;
    return compared(lts_compare(t->a, t->b, t->relation, t->preorder, c, &out, d), &out, result);
}

/* What is said to hold does: `number` tells whether the traces of the first are included in the second. */
static enum status run_design(const struct task *t, const struct lts_control *c, uint64_t *result, struct diag *d)
{
    struct lts_comparison out;
    enum status st = lts_compare_design(t->a, t->b, t->relation, t->preorder, c, &out, d);
    bool claimed = st == ST_OK && out.holds && strstr(out.holds, "program are included");
    compared(st, &out, result);
    if (claimed && !t->number)
        *result = 99;
    return st;
}

static bool included(const struct lts *a, const struct lts *b, enum lts_relation r)
{
    struct lts_comparison out;
    struct diag d;
    bool yes = lts_compare(a, b, r, true, NULL, &out, &d) == ST_OK && out.verdict == LTS_VERDICT_TRUE;
    lts_comparison_free(&out);
    return yes;
}

static enum status run_compose(const struct task *t, const struct lts_control *c, uint64_t *result, struct diag *d)
{
    const char *const all[] = {"*"};
    const struct lts *const parts[] = {t->a, t->b};
    const struct lts_composition how = {.style = t->number ? LTS_GATES : LTS_HANDSHAKE, .sync = all, .sync_count = 1};
    struct lts *out;
    return made(lts_compose(parts, 2, &how, c, &out, d), &out, result);
}

static enum status run_generate(const struct task *t, const struct lts_control *c, uint64_t *result, struct diag *d)
{
    uint64_t values[LTS_PARAMETERS] = {0};
    const struct lts_family *f = &lts_families[t->number];
    for (int i = 0; f->parameters[i].name; i++)
        values[i] = f->parameters[i].fallback;
    struct lts *out;
    struct lts_control any_size = *c;
    any_size.max_states = 0;
    return made(lts_generate(f, values, &any_size, &out, d), &out, result);
}

static enum status run_script(const struct task *t, const struct lts_control *c, uint64_t *result, struct diag *d)
{
    static const char text[] = "a = generate buffers 3 2\n"
                               "b = rename in=x in reduce branching (hide out in (a ||| generate ring 4))\n"
                               "c = reduce weak-trace (a |[in]| restrict x in b)\n";
    (void)t;
    struct arena *arena = arena_new();
    enum status st = lts_script_run(arena, "script", text, sizeof text - 1, NULL, c, d);
    arena_free(arena);
    *result = 0;
    return st;
}

static const enum lts_format formats[] = {LTS_FMT_AUT, LTS_FMT_CCS, LTS_FMT_JSON, LTS_FMT_BINARY};
static char path[4][60];

static enum status run_read(const struct task *t, const struct lts_control *c, uint64_t *result, struct diag *d)
{
    struct lts *out;
    return made(lts_read_file(path[t->number], NULL, formats[t->number], c, &out, d), &out, result);
}

static enum status run_write(const struct task *t, const struct lts_control *c, uint64_t *result, struct diag *d)
{
    *result = 0;
    return lts_write_file(t->a, formats[t->number], NULL, "/dev/null", c, d);
}

static enum status run_draw(const struct task *t, const struct lts_control *c, uint64_t *result, struct diag *d)
{
    const struct lts_picture what = {.kind = t->number ? LTS_SUMMARY_DEPTH : LTS_SUMMARY_AUTO, .max_nodes = 20};
    const struct lts_print how = {.control = c};
    struct buf out = {0};
    enum status st = lts_write_picture(t->a, &what, LTS_FMT_DOT, &how, &out, d);
    *result = out.size;
    buf_free(&out);
    return st;
}

/* ---- how it is ended -------------------------------------------------------------------------------------------- */

static bool stops_anywhere(const struct task *t, uint64_t whole, uint64_t questions)
{
    struct questions q = {0};
    const struct lts_control c = {.stop = stop_at, .context = &q, .max_states = 20000};
    for (q.last = 1; q.last <= questions; q.last += 1 + q.last / 2) {
        struct diag d = {0};
        uint64_t result = 0;
        q.asked = 0;
        enum status st = t->run(t, &c, &result, &d);
        if (st == ST_STOPPED ? result || strcmp(d.text, "interrupted") : st != ST_OK || result != whole) {
            printf("# question %llu of %llu: status %d, result %llx instead of %llx, %s\n", (unsigned long long)q.last,
                   (unsigned long long)questions, st, (unsigned long long)result, (unsigned long long)whole, d.text);
            return false;
        }
    }
    return true;
}

static bool keeps_to_memory(const struct task *t, uint64_t whole)
{
    for (uint64_t limit = 1; limit < (uint64_t)1 << 28; limit *= 2) {
        const struct lts_control c = {.max_memory = limit, .max_states = 20000};
        struct diag d = {0};
        uint64_t result = 0;
        enum status st = t->run(t, &c, &result, &d);
        if (st == ST_OK && t->run == run_design && result == LTS_VERDICT_MAYBE)
            continue; /* a design that is too large to be played against is left open */
        if (st == ST_LIMIT ? result || !strstr(d.text, "--max-memory") : st != ST_OK || result != whole) {
            printf("# with %llu bytes: status %d, result %llx instead of %llx, %s\n", (unsigned long long)limit, st,
                   (unsigned long long)result, (unsigned long long)whole, d.text);
            return false;
        }
    }
    return true;
}

static void end_anywhere(const struct task *t)
{
    struct questions q = {0};
    const struct lts_control c = {.stop = stop_at, .context = &q, .max_states = 20000};
    struct diag d = {0};
    uint64_t result = 0;
    enum status st = t->run(t, &c, &result, &d);
    if (!ok(st == ST_OK, "%s, with %llu questions whether to stop", t->name, (unsigned long long)q.asked))
        printf("# status %d, %s\n", st, d.text);
    else
        ok(stops_anywhere(t, result, q.asked) && keeps_to_memory(t, result),
           "ends with a message at any of them and at any limit of memory, or is done");
}

/* ---- systems ---------------------------------------------------------------------------------------------------- */

/* The same with one more transition; with `may`, some transitions are may only. */
static struct lts *varied(const struct lts *l, bool more, bool may)
{
    struct lts_builder *b = lts_builder_new();
    lts_builder_states(b, l->states);
    for (uint32_t i = 1; i < base_intern_count(l->labels); i++)
        lts_builder_label(b, base_intern_str(l->labels, i));
    for (uint32_t s = 0; s < l->states; s++)
        for (uint64_t t = l->first[s]; t < l->first[s + 1]; t++)
            lts_builder_add(b, s, l->label[t], l->target[t], !may || t % 7, 0);
    if (more)
        lts_builder_add(b, l->states / 2, 1, l->initial, true, 0);
    return lts_builder_finish(b, l->initial, may, false);
}

int main(void)
{
    struct lts *l = large_random_system(240, 370, 2, 55, 5), *whole = large_buffers(5, 2);
    struct lts *other = varied(l, true, false), *modal = varied(l, false, true), *wide = varied(whole, true, false),
               *chain = large_counter(30, true);
    for (const struct lts_relation_row *r = lts_relations; r->name; r++) {
        struct task t = {.a = l, .b = other, .relation = r->relation};
        for (t.number = 0; r->reduces && t.number < 2; t.number++) {
            snprintf(t.name, sizeof t.name, "reduce %s%s", r->name, t.number ? ", giving the system up" : "");
            t.run = run_reduce;
            end_anywhere(&t);
        }
        for (int i = 0; r->compares && i < 2 + r->has_preorder; i++) {
            t.preorder = i == 2;
            t.a = i == 1 ? whole : l;
            t.b = i == 1 ? wide : other;
            snprintf(t.name, sizeof t.name, "compare %s%s", r->name, t.preorder ? "-preorder" : "");
            t.run = run_compare;
            end_anywhere(&t);
        }
        t = (struct task){.a = modal, .b = other, .relation = r->relation, .run = run_design};
        t.number = included(modal, other, r->relation == LTS_STRONG ? LTS_TRACE : LTS_WEAK_TRACE);
        snprintf(t.name, sizeof t.name, "design %s", r->name);
        if (r->compares && r->relation != LTS_REL_NONE)
            end_anywhere(&t);
    }
    for (int i = 0; i < 2; i++) {
        struct task t = {"compose", run_compose, i ? whole : wide, i ? wide : chain, 0, false, i};
        end_anywhere(&t);
    }
    for (int i = 0; lts_families[i].name; i++) {
        struct task t = {.run = run_generate, .number = i};
        snprintf(t.name, sizeof t.name, "generate %s", lts_families[i].name);
        end_anywhere(&t);
    }
    end_anywhere(&(struct task){.name = "a script", .run = run_script});
    end_anywhere(&(struct task){.name = "draw by labels", .run = run_draw, .a = whole});
    end_anywhere(&(struct task){.name = "draw by depth", .run = run_draw, .a = l, .number = 1});
    for (int i = 0; i < 4; i++) {
        struct diag d;
        struct task t = {.a = whole, .number = i, .run = run_write};
        snprintf(t.name, sizeof t.name, "write format %d", formats[i]);
        end_anywhere(&t);
        snprintf(path[i], sizeof path[i], "/tmp/cwolf-limits-%ld-%d", (long)getpid(), i);
        lts_write_file(whole, formats[i], NULL, path[i], NULL, &d);
        snprintf(t.name, sizeof t.name, "read format %d", formats[i]);
        t.run = run_read;
        end_anywhere(&t);
        unlink(path[i]);
    }
    lts_free(l);
    lts_free(other);
    lts_free(modal);
    lts_free(whole);
    lts_free(wide);
    lts_free(chain);
    return done();
}
