/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a solver does not see: decisions on what the way through the program made of the inputs. Inputs that did
 * something new, and those that came nearest to an edge that nobody took, are changed here and there, many thousand
 * times a second; what does something new again joins them.
 *
 * The state is in shared memory: batches of trials run in another process. What they find is tried once more, by a
 * trial of its own, which is what counts.
 *
 * Source: Zalewski, American Fuzzy Lop (coverage by counts, a queue of inputs); McMinn 2004, Search-based software test
 * data generation (distances); Stephens et al. 2016, Driller (in turns with a solver).
 */
#include "mutate.h"
#include "search_private.h"

enum { LONGEST = 250, POOL = 1024, NUMBERS = 512, WORDS = 512, FRESH = 64, FAULTS = 64 };
#define NONE UINT32_MAX

struct row {
    uint32_t count;
    struct mutated items[LONGEST];
};
struct near {                             /* of a point that no trial has reached */
    float distance;                       /* 0: none came near to it yet */
    bool is_reached, is_wanted, is_tried; /* is_tried: by a trial of its own */
};
struct fuzz {
    size_t size; /* of all of it */
    uint64_t seed, runs, refused;
    double until; /* on the clock of base_budget_now */
    uint32_t points, pool_count, fresh_count, number_count, fault_count, edge_count;
    int64_t numbers[NUMBERS]; /* that decisions compare something with */
    struct word words[WORDS]; /* that the program's constants hold */
    uint32_t word_count, words_seen;
    uint64_t faults[FAULTS]; /* errors that were seen: each once */
    struct row pool[POOL], fresh[FRESH];
    struct near *near; /* by point; these three lie behind the rest */
    uint32_t *edges;   /* points with a distance */
    struct row rows[]; /* by point: the inputs that came nearest; few of them are ever touched */
};

/* ---- what a trial did -------------------------------------------------------------------------------------------- */

static bool is_new_fault(struct fuzz *z, const struct run_trial *r)
{
    uint64_t key =
        hash_u64((uint64_t)r->fault << 56 ^ (uint64_t)r->at.file << 40 ^ (uint64_t)r->at.line << 12 ^ r->at.col);
    if (r->end != RUN_ERROR || z->fault_count == FAULTS)
        return false;
    for (uint32_t i = 0; i < z->fault_count; i++)
        if (z->faults[i] == key)
            return false;
    z->faults[z->fault_count++] = key;
    return true;
}

static enum input_kind kind_of(const struct run_input_from *from)
{
    bool is_choice = from->is_success || from->is_failure || from->is_variable || from->signal ||
                     from->argument == RUN_ARGUMENT_COUNT;
    return is_choice ? INPUT_CHOICE : from->bits == 8 ? INPUT_CHARACTER : INPUT_NUMBER;
}

static void take_row(struct row *to, const struct run_trial *r)
{
    to->count = r->input_count;
    for (uint32_t i = 0; i < r->input_count; i++)
        to->items[i] = (struct mutated){r->inputs[i], kind_of(&r->from[i])};
}

/* As near as before is near enough, now and then: what does not matter there may change. */
static bool is_nearer(struct fuzz *z, const struct near *n, float distance)
{
    enum { DRIFT = 4 };
    return !n->distance || distance < n->distance || (distance <= n->distance && !hash_random(&z->seed, DRIFT));
}

static void note_point(struct fuzz *z, uint32_t i, const struct run_trial *r, bool *is_fresh)
{
    struct near *n = &z->near[i];
    if (n->is_reached || (!r->reached[i] && !r->distance[i]))
        return;
    if (r->reached[i]) {
        *is_fresh = n->is_reached = true;
    } else if (is_nearer(z, n, r->distance[i])) {
        if (!n->distance)
            z->edges[z->edge_count++] = i;
        n->is_tried &= r->distance[i] >= n->distance;
        n->distance = r->distance[i];
        take_row(&z->rows[i], r);
    }
}

/* True: it reached something that none did before. */
static bool note(struct fuzz *z, const struct run_trial *r)
{
    bool is_fresh = is_new_fault(z, r);
    z->runs++;
    z->refused += r->end == RUN_UNSUPPORTED;
    if (r->is_lost || r->input_count > LONGEST)
        return false;
    for (uint32_t i = 0; i < z->points; i++)
        note_point(z, i, r, &is_fresh);
    if (is_fresh || r->is_new)
        take_row(&z->pool[z->pool_count < POOL ? z->pool_count++ : hash_random(&z->seed, POOL)], r);
    return is_fresh;
}

/* ---- what is tried next ------------------------------------------------------------------------------------------ */

/* An edge that no trial has taken since, rather one that leads to a goal; NONE: there is no such edge. */
static uint32_t choose_edge(struct fuzz *z)
{
    enum { LOOKS = 8 };
    uint32_t any = NONE;
    for (uint32_t looks = 0; z->edge_count && looks < LOOKS;) {
        uint32_t k = hash_random(&z->seed, z->edge_count);
        if (z->near[z->edges[k]].is_reached) {
            z->edges[k] = z->edges[--z->edge_count];
            continue;
        }
        any = z->edges[k];
        if (z->near[any].is_wanted)
            break;
        looks++;
    }
    return any;
}

/* Of those that did something new the later ones more often. */
static const struct row *choose_row(struct fuzz *z)
{
    enum { LATE = 32 };
    uint32_t n = z->pool_count, from = n > LATE && hash_random(&z->seed, 2) ? n - LATE : 0;
    return n ? &z->pool[from + hash_random(&z->seed, n - from)] : NULL;
}

static uint32_t choose(struct fuzz *z, int64_t *inputs, uint32_t most)
{
    uint32_t edge = hash_random(&z->seed, 2) ? choose_edge(z) : NONE;
    const struct row *row = edge != NONE ? &z->rows[edge] : choose_row(z), *other = choose_row(z);
    struct mutated items[LONGEST];
    struct mutation x = {.items = items,
                         .most = most < LONGEST ? most : LONGEST,
                         .seed = &z->seed,
                         .numbers = z->numbers,
                         .number_count = z->number_count,
                         .words = z->words,
                         .word_count = z->word_count};
    if (row) {
        x.count = row->count < x.most ? row->count : x.most;
        memcpy(items, row->items, x.count * sizeof *items);
    }
    if (other) {
        x.other = other->items;
        x.other_count = other->count;
    }
    for (uint32_t k = 1u << hash_random(&z->seed, 4); k; k--)
        check_mutate(&x);
    for (uint32_t i = 0; i < x.count; i++)
        inputs[i] = items[i].value;
    return x.count;
}

/* Of a batch; in another process. */
static int next(void *context, const struct run_trial *last, int64_t *inputs, uint32_t most)
{
    enum { CLOCK = 64, FEW = 50 };
    struct fuzz *z = context;
    if (last && note(z, last) && z->fresh_count < FRESH)
        take_row(&z->fresh[z->fresh_count++], last);
    if (z->runs % CLOCK == 0 && base_budget_now() >= z->until)
        return -1;
    return z->refused > FEW + z->runs / 2 || z->fresh_count == FRESH ? -1 : (int)choose(z, inputs, most);
}

/* ---- words ------------------------------------------------------------------------------------------------------- */

/* Of more than there is room for, each is as likely to be kept. */
static void add_word(struct fuzz *z, const uint8_t *text, size_t size)
{
    struct word w = {.size = (uint8_t)size};
    if (size < WORD_SHORTEST || size > WORD_LONGEST)
        return;
    memcpy(w.text, text, size);
    for (uint32_t i = 0; i < z->word_count; i++)
        if (!memcmp(&z->words[i], &w, sizeof w))
            return;
    uint32_t at = z->words_seen++ < WORDS ? z->word_count++ : hash_random(&z->seed, z->words_seen);
    if (at < WORDS)
        z->words[at] = w;
}

/* Characters up to a zero that make no sentence, and no format. */
static void add_words_of(struct fuzz *z, const uint8_t *bytes, size_t count)
{
    bool is_word = true;
    for (size_t from = 0, i = 0; i < count; i++) {
        is_word &= !bytes[i] || (bytes[i] > ' ' && bytes[i] <= '~' && bytes[i] != '%');
        if (bytes[i])
            continue;
        if (is_word)
            add_word(z, bytes + from, i - from);
        from = i + 1;
        is_word = true;
    }
}

static void find_words(struct fuzz *z, const struct cwi_unit *u)
{
    for (cwi_id v = 1; v < u->vars.count; v++) {
        const struct cwi_var *x = cwi_var_of(u, v);
        for (uint32_t i = 0; i < x->init_count; i++)
            if (x->init[i].bytes)
                add_words_of(z, x->init[i].bytes, x->init[i].size);
    }
}

/* ---- in turns with the solver ------------------------------------------------------------------------------------ */

bool check_fuzz_begin(struct search *s)
{
    size_t near = sizeof(struct fuzz) + s->points * sizeof(struct row), edges = near + s->points * sizeof(struct near);
    size_t size = edges + (s->points + 1) * sizeof(uint32_t);
    s->fuzz = run_trials_share(s->t, size);
    if (s->fuzz) {
        s->fuzz->size = size;
        s->fuzz->points = s->points;
        s->fuzz->edges = (uint32_t *)((char *)s->fuzz + edges);
        s->fuzz->near = (struct near *)((char *)s->fuzz + near);
        find_words(s->fuzz, run_trials_unit(s->t));
    }
    return s->fuzz != NULL;
}

void check_fuzz_end(struct search *s)
{
    if (s->fuzz)
        run_unshare(s->fuzz, s->fuzz->size);
}

static void add_number(struct fuzz *z, int64_t x)
{
    for (uint32_t i = 0; i < z->number_count; i++)
        if (z->numbers[i] == x)
            return;
    if (z->number_count < NUMBERS)
        z->numbers[z->number_count++] = x;
}

void check_fuzz_note_numbers(struct search *s, const struct past *p, uint32_t from)
{
    for (uint32_t i = from; i < p->decision_count; i++) {
        const struct run_term *t = &p->terms[p->decisions[i].term];
        const struct cwi_stmt *stmt = p->decisions[i].stmt;
        const struct run_term *a = &p->terms[t->a], *b = &p->terms[t->b];
        if (t->kind == RUN_BINARY && b->kind == RUN_CONST)
            add_number(s->fuzz, (int64_t)b->value);
        if (t->kind == RUN_BINARY && a->kind == RUN_CONST)
            add_number(s->fuzz, (int64_t)a->value);
        for (uint32_t k = 0; stmt && k < stmt->case_count; k++)
            add_number(s->fuzz, stmt->cases[k].lo);
    }
}

void check_fuzz_note(struct search *s, const struct run_trial *r)
{
    note(s->fuzz, r);
}

void check_fuzz_try(struct search *s)
{
    int64_t inputs[LONGEST];
    uint32_t count = choose(s->fuzz, inputs, LONGEST);
    check_search_attempt(s, inputs, count, 0);
}

static void try_row(struct search *s, const struct row *row)
{
    int64_t inputs[LONGEST];
    for (uint32_t i = 0; i < row->count; i++)
        inputs[i] = row->items[i].value;
    check_search_attempt(s, inputs, row->count, 0);
}

/* Some that came nearer than any before, so that a solver may go on from there. */
static void try_nearest(struct search *s)
{
    enum { EACH = 4 };
    for (uint32_t k = 0; k < EACH; k++) {
        uint32_t edge = choose_edge(s->fuzz);
        if (edge == NONE || s->fuzz->near[edge].is_tried || !s->fuzz->near[edge].is_wanted)
            continue;
        s->fuzz->near[edge].is_tried = true;
        try_row(s, &s->fuzz->rows[edge]);
    }
}

bool check_fuzz_batch(struct search *s, double seconds)
{
    enum { SLACK = 200 }; /* milliseconds */
    struct fuzz *z = s->fuzz;
    uint64_t runs = z->runs;
    for (uint32_t i = 0; i < s->points; i++)
        z->near[i].is_wanted = s->wanted[i];
    z->fresh_count = 0;
    z->until = base_budget_now() + seconds;
    bool is_done = run_trials_batch(s->t, next, z, (int)(seconds * 1000) + SLACK);
    s->out->quick_trials += z->runs - runs;
    for (uint32_t i = 0; i < z->fresh_count; i++)
        try_row(s, &z->fresh[i]);
    if (is_done)
        try_nearest(s);
    return is_done && z->runs > runs && z->refused <= z->runs / 2;
}
