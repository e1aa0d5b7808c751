/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How many threads work makes no difference to the result; loops that are shared out are done once and whole.
 */
#include "runtime/base/workers.h"
#include "runtime/lts/lts.h"
#include "tap.h"

#include <stdatomic.h>
#include <stdlib.h>

/* ---- loops ------------------------------------------------------------------------------------------------------- */

struct loop {
    size_t n, most;
    unsigned workers;
    atomic_uchar *times;
    atomic_int in[16]; /* calls that run, by worker */
    atomic_bool wrong;
};

static void visit(void *context, unsigned worker, size_t from, size_t to)
{
    struct loop *l = context;
    if (worker >= l->workers || atomic_fetch_add(&l->in[worker], 1) || to - from > l->most || from >= to)
        l->wrong = true;
    for (size_t i = from; i < to; i++)
        l->times[i]++;
    atomic_fetch_sub(&l->in[worker], 1);
}

static bool each_once(struct workers *w, size_t n, size_t grain)
{
    struct loop l = {.n = n, .most = base_workers_count(w) == 1 ? n : grain, .workers = base_workers_count(w)};
    l.times = calloc(n + 1, sizeof *l.times);
    base_workers_share(w, n, grain, visit, &l);
    bool good = !l.wrong;
    for (size_t i = 0; i < n; i++)
        good &= l.times[i] == 1;
    free(l.times);
    return good;
}

static void test_loops(void)
{
    for (unsigned threads = 0; threads <= 7; threads += 1 + threads) {
        struct workers *w = base_workers_new(threads);
        bool good = threads ? base_workers_count(w) == threads : base_workers_count(w) >= 1;
        for (size_t n = 0; n < 5000; n = n * 3 / 2 + 1) /* many short jobs: workers come late to some of them */
            for (size_t grain = 1; grain < 5000; grain *= 7)
                good &= each_once(w, n, grain);
        ok(good, "every round of a loop is done once, by pieces of the size asked for, with %u threads", threads);
        base_workers_free(w);
    }
    ok(each_once(NULL, 1000, 10), "and without workers by the caller");
    base_workers_free(NULL);
}

/* ---- reductions -------------------------------------------------------------------------------------------------- */

static char *text_with(const struct lts *l, enum lts_relation r, unsigned threads)
{
    struct lts_control c = {.threads = threads};
    struct lts *q;
    struct diag d = {0};
    struct buf text = {0};
    if (lts_reduce(l, r, &c, &q, NULL, &d)) {
        printf("# %s\n", d.text);
        return NULL;
    }
    if (lts_write(q, LTS_FMT_AUT, &(struct lts_print){0}, &text, &d))
        printf("# %s\n", d.text);
    lts_free(q);
    buf_str(&text);
    return text.data; /* the caller frees it */
}

static void same_with_threads(const char *family, const uint64_t *values)
{
    static const struct {
        enum lts_relation relation;
        const char *name;
    } relations[] = {
        {LTS_STRONG, "strong"}, {LTS_BRANCHING, "branching"}, {LTS_DPBRANCHING, "dpbranching"}, {LTS_WEAK, "weak"}};
    struct lts *l;
    struct diag d = {0};
    if (lts_generate(lts_family_by_name(family), values, NULL, &l, &d)) {
        ok(false, "%s: %s", family, d.text);
        return;
    }
    for (size_t i = 0; i < sizeof relations / sizeof *relations; i++) {
        char *one = text_with(l, relations[i].relation, 1), *several = text_with(l, relations[i].relation, 4);
        ok(one && several && !strcmp(one, several),
           "%s, %llu transitions, reduced by %s: the same with 1 and with 4 threads", family,
           (unsigned long long)lts_transitions(l), relations[i].name);
        free(one);
        free(several);
    }
    lts_free(l);
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

static void same_reading(void)
{
    struct lts *l, *one, *several;
    struct diag d = {0};
    struct buf text = {0};
    if (lts_generate(lts_family_by_name("random"), (uint64_t[]){30000, 200000, 50, 10, 3}, NULL, &l, &d) ||
        lts_write(l, LTS_FMT_AUT, &(struct lts_print){0}, &text, &d)) {
        ok(false, "%s", d.text);
        return;
    }
    char path[] = "/tmp/cwolf-threads-XXXXXX";
    int fd = mkstemp(path);
    FILE *f = fdopen(fd, "w");
    fwrite(text.data, 1, text.size, f);
    fclose(f);
    struct lts_control c1 = {.threads = 1}, c4 = {.threads = 4};
    bool good = !lts_read_file(path, NULL, LTS_FMT_AUT, &c1, &one, &d) &&
                !lts_read_file(path, NULL, LTS_FMT_AUT, &c4, &several, &d);
    ok(good, "a large file is read with 1 and with 4 threads%s%s", good ? "" : ": ", good ? "" : d.text);
    if (good) {
        uint64_t n = lts_transitions(one);
        ok(n == lts_transitions(several) && one->states == several->states &&
               !memcmp(one->label, several->label, n * sizeof *one->label) &&
               !memcmp(one->target, several->target, n * sizeof *one->target),
           "and labels have the same numbers, rows the same order");
        lts_free(one);
        lts_free(several);
    }
    remove(path);
    buf_free(&text);
    lts_free(l);
}

int main(void)
{
    test_loops();
    same_with_threads("philosophers", (uint64_t[]){7});
    same_with_threads("abp", (uint64_t[]){2, 4});
    same_with_threads("buffers", (uint64_t[]){6, 4});
    same_with_threads("window", (uint64_t[]){3, 3, 1});
    same_with_threads("fibonacci", (uint64_t[]){23});
    same_with_threads("grid", (uint64_t[]){150, 150, 5});
    same_with_threads("random", (uint64_t[]){20000, 60000, 3, 30, 1});
    same_with_threads("random", (uint64_t[]){10000, 100000, 5, 11, 2});
    same_reading();
    return done();
}
