/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a solver does not see: decisions on what the way through the program made of the inputs. The inputs that came
 * nearest to an edge are changed here and there, and what comes nearer takes their place.
 *
 * Source: McMinn 2004, Search-based software test data generation.
 */
#include "runtime/check/search_private.h"

enum { LONGEST = 250 };

/* Each once. */
static void add_number(struct search *s, int64_t x)
{
    enum { MOST = 512 };
    for (size_t i = 0; i < s->numbers.count; i++)
        if (s->numbers.items[i] == x)
            return;
    if (s->numbers.count < MOST)
        vec_push(&s->numbers, x);
}

void check_search_note_numbers(struct search *s, const struct past *p, uint32_t from)
{
    for (uint32_t i = from; i < p->decision_count; i++) {
        const struct run_term *t = &p->terms[p->decisions[i].term];
        const struct cwi_stmt *stmt = p->decisions[i].stmt;
        const struct run_term *a = &p->terms[t->a], *b = &p->terms[t->b];
        if (t->kind == RUN_BINARY && b->kind == RUN_CONST)
            add_number(s, (int64_t)b->value);
        if (t->kind == RUN_BINARY && a->kind == RUN_CONST)
            add_number(s, (int64_t)a->value);
        for (uint32_t k = 0; stmt && k < stmt->case_count; k++)
            add_number(s, stmt->cases[k].lo);
    }
}

/* As near as before is near enough, now and then: what does not matter there may change. */
static bool is_nearer(struct search *s, const struct near *n, float distance)
{
    enum { DRIFT = 4 };
    return !n->distance || distance < n->distance || (distance <= n->distance && !check_search_random(s, DRIFT));
}

void check_search_note_near(struct search *s, const struct run_trial *r)
{
    for (uint32_t i = 0; i < s->points; i++) {
        struct near *n = &s->nearest[i];
        if (!r->distance[i] || s->reached[i] || !is_nearer(s, n, r->distance[i]))
            continue;
        if (!n->distance)
            vec_push(&s->near_edges, i);
        n->distance = r->distance[i];
        n->inputs = check_search_used(s, r);
    }
}

static int64_t some_value(struct search *s, const struct near *n, int64_t now)
{
    static const int64_t some[] = {0, 1, -1, 2, 10, ' ', '\n', 'a', '0', 100, 255, 256, 1000, INT32_MAX, INT32_MIN};
    switch (check_search_random(s, 9)) {
    case 0:
        return some[check_search_random(s, sizeof some / sizeof *some)];
    case 1:
        return now + (int64_t)check_search_random(s, 21) - 10;
    case 2:
        return now ^ (int64_t)(UINT64_C(1) << check_search_random(s, 32));
    case 3:
        return (int64_t)check_search_random(s, 256);
    case 4:
        return now * 2 - (int64_t)check_search_random(s, 2);
    case 5:
        return n && n->inputs.count ? n->inputs.items[check_search_random(s, n->inputs.count)]
                                    : (int64_t)check_search_random(s, 2000);
    default:
        return s->numbers.count ? s->numbers.items[check_search_random(s, s->numbers.count)] : now;
    }
}

static void insert(struct search *s, size_t at, const int64_t *values, size_t n)
{
    size_t count = s->inputs.count;
    for (size_t i = 0; i < n; i++)
        vec_push(&s->inputs, 0);
    memmove(&s->inputs.items[at + n], &s->inputs.items[at], (count - at) * sizeof *values);
    memcpy(&s->inputs.items[at], values, n * sizeof *values);
}

/* Something that was done is done again: some inputs in a row. */
static void repeat(struct search *s, const struct near *n)
{
    enum { ROW = 6 };
    int64_t row[ROW];
    size_t from = check_search_random(s, n->inputs.count), left = n->inputs.count - from;
    size_t size = 1 + check_search_random(s, left < ROW ? left : ROW), at = check_search_random(s, s->inputs.count + 1);
    memcpy(row, &n->inputs.items[from], size * sizeof *row);
    if (s->inputs.count + size <= LONGEST)
        insert(s, at, row, size);
}

/* One of: a value changes, moves in, or goes; or some are repeated. */
static void change(struct search *s, const struct near *n)
{
    size_t count = s->inputs.count, at = check_search_random(s, count + 1);
    uint32_t how = check_search_random(s, 10);
    if (how < 5 && count) {
        at = check_search_random(s, count);
        s->inputs.items[at] = some_value(s, n, s->inputs.items[at]);
    } else if (how < 7 && count < LONGEST) {
        int64_t x = some_value(s, n, 0);
        insert(s, at, &x, 1);
    } else if (how < 8 && n && n->inputs.count) {
        repeat(s, n);
    } else if (at < count) {
        memmove(&s->inputs.items[at], &s->inputs.items[at + 1], (count - at - 1) * sizeof *s->inputs.items);
        s->inputs.count--;
    }
}

/* An edge that no trial has taken since, rather one that leads to a goal; NULL: there is none. */
static const struct near *choose(struct search *s)
{
    enum { LOOKS = 8 };
    const struct near *any = NULL;
    for (uint32_t looks = 0; s->near_edges.count && looks < LOOKS;) {
        uint32_t k = check_search_random(s, s->near_edges.count), edge = s->near_edges.items[k];
        if (s->reached[edge]) {
            s->near_edges.items[k] = s->near_edges.items[--s->near_edges.count];
            continue;
        }
        any = &s->nearest[edge];
        if (s->wanted[edge])
            break;
        looks++;
    }
    return any;
}

void check_search_try_near(struct search *s)
{
    const struct near *n = choose(s);
    s->inputs.count = 0;
    for (uint32_t i = 0; n && i < n->inputs.count; i++)
        vec_push(&s->inputs, n->inputs.items[i]);
    for (uint32_t k = 1 + check_search_random(s, 3); k; k--)
        change(s, n);
    check_search_attempt(s, s->inputs.items, (uint32_t)s->inputs.count, 0);
}
