/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Concrete runs for what is still open: one that reaches a violation makes it certain. Nothing of the world outside is
 * asked or changed: functions that would do so end a run.
 */
#include "runtime/check/private.h"
#include "runtime/check/shares.h"
#include "goals_read.h"
#include "concrete.h"

enum { MOST_INPUTS = 128, MOST_OF_WORLD = 240, MOST_STEPS = 50000, MOST_FAILING = 48 };

/* What is tried. */
enum attempt {
    TRY_RUNS,
    TRY_FAILURES, /* allocations may give no block */
    TRY_WORLD,    /* the command line is an input, and what is asked of the system fails */
    TRY_OVERFLOWS /* signed overflow ends a run, which other questions must not see: there it wraps around */
};
struct runs {
    struct session *s;
    cwi_id entry;
    struct run_trials *t;
    struct VEC(struct check_goal) goals;
    struct VEC(struct asked *) asked; /* of each goal */
    const struct check_inputs *only;  /* the one run; NULL: they are searched for */
    enum attempt attempt;
    const char *how; /* the run was found, in words */
    const struct budget *budget;
};

static void add_goal(struct runs *r, struct asked *q)
{
    struct check_points points = {0};
    enum run_fault fault = r->attempt == TRY_OVERFLOWS ? RUN_OVERFLOW_FAULT : check_fault_of(q);
    if (!fault)
        check_error_points(r->s, r->t, q->note, &points);
    if (r->attempt == TRY_WORLD && r->s->options->lost)
        fault = RUN_LEAK;
    if (points.count || fault) {
        struct check_goal g = {
            .text = q->answer->name, .point_count = (uint32_t)points.count, .fault = fault, .route = q->answer->route};
        g.points = vec_to_arena(&points, r->s->report->arena);
        g.excused = r->s->options->engine.excused;
        g.excused_count = r->s->options->engine.excused_count;
        vec_push(&r->goals, g);
        vec_push(&r->asked, q);
    }
    vec_free(&points);
}

/* ---- the run in words -------------------------------------------------------------------------------------------- */

/* The way from an aggregate, or what a pointer leads to, to what lies `offset` bytes behind: "[1].size", "->size".
 * Returns the type there. */
static cwi_id put_way(const struct cwi_unit *u, cwi_id type, uint64_t offset, bool is_behind, struct buf *out)
{
    uint64_t size = cwi_type_of(u, type)->size;
    const char *arrow = is_behind && size && (offset < size || run_flexible_element(u, type)) ? "->" : ".";
    bool is_element =
        is_behind && size && !run_flexible_element(u, type) && (offset >= size || !cwi_type_of(u, type)->field_count);
    if (is_element)
        buf_printf(out, "[%llu]", (unsigned long long)(offset / size));
    offset = is_element ? offset % size : offset;
    for (;;) {
        const struct cwi_type *t = cwi_type_of(u, type);
        const struct cwi_field *in = NULL;
        uint64_t element = t->kind == CWI_ARRAY ? cwi_type_of(u, t->of)->size : 0;
        for (uint32_t i = 0; i < t->field_count && !in; i++)
            in = !t->fields[i].bit_width && offset - t->fields[i].offset < cwi_type_of(u, t->fields[i].type)->size
                     ? &t->fields[i]
                     : NULL;
        if (element)
            buf_printf(out, "[%llu]", (unsigned long long)(offset / element));
        if (in && in->name)
            buf_printf(out, "%s%s", arrow, in->name);
        if (!element && !in)
            return type;
        arrow = in && !in->name ? arrow : ".";
        offset = element ? offset % element : offset - in->offset;
        type = element ? t->of : in->type;
    }
}

static const char *input_name(const struct cwi_unit *u, const struct run_input_from *from, struct arena *a)
{
    struct buf text = {0};
    if (from->func || !from->var)
        return from->func ? cwi_func_of(u, from->func)->name : "standard input";
    cwi_id type = cwi_var_of(u, from->var)->type;
    bool is_pointer = cwi_type_of(u, type)->kind == CWI_PTR;
    buf_puts(&text, cwi_var_of(u, from->var)->name);
    for (uint32_t i = 0; i < from->depth; i++)
        type = put_way(u, i || is_pointer ? cwi_type_of(u, type)->of : type, from->offset[i], i || is_pointer, &text);
    const char *name = arena_str(a, buf_str(&text));
    buf_free(&text);
    return name;
}

/* The inputs behind number `i`, in quotes: what is in a file of which that was not known, or the value of a variable.
 */
static const char *content_words(struct arena *a, const struct run_trial *t, uint32_t i)
{
    bool is_text = t->from[i].is_variable;
    struct buf text = {0}, bytes = {0};
    for (uint32_t k = i + 1; k < t->input_count && t->from[k].is_content && (!is_text || t->inputs[k] & 0xff); k++)
        buf_putc(&bytes, (char)t->inputs[k]);
    cwi_print_string((const uint8_t *)buf_str(&bytes), bytes.size + 1, &text); /* its own end is not printed */
    const char *words = arena_str(a, buf_str(&text));
    buf_free(&bytes);
    buf_free(&text);
    return words;
}

static const char *variable_words(struct runs *r, const struct run_trial *t, uint32_t i)
{
    struct arena *a = r->s->report->arena;
    const struct cwi_init *name = cwi_var_of(r->s->program, t->from[i].var)->init;
    return arena_printf(a, "the environment has %s=%s", (const char *)name->bytes, content_words(a, t, i));
}

static const char *input_words(struct runs *r, const struct run_trial *t, uint32_t i)
{
    struct arena *a = r->s->report->arena;
    const struct run_input_from *from = &t->from[i];
    int64_t x = t->inputs[i];
    const char *verb = from->var ? "is" : "gives";
    bool is_empty = i + 1 == t->input_count || !t->from[i + 1].is_content;
    if (from->is_failure)
        return arena_printf(a, "input: '%s' gives no block", input_name(r->s->program, from, a));
    if (from->is_success)
        return arena_printf(a, "'%s' works here: the file is there, and %s%s", input_name(r->s->program, from, a),
                            is_empty ? "empty" : "holds ", is_empty ? "" : content_words(a, t, i));
    if (from->is_variable)
        return variable_words(r, t, i);
    if (from->signal)
        return arena_printf(a, "signal %u (%s) arrives here", from->signal, strsignal(from->signal));
    return from->is_signed || from->func || from->var
               ? arena_printf(a, "input: '%s' %s %lld", input_name(r->s->program, from, a), verb, (long long)x)
               : arena_printf(a, "input: %s gives %lld", input_name(r->s->program, from, a), (long long)(x & 0xff));
}

const char *check_decision_words(const struct session *s, const struct cwi_stmt *branch, uint32_t taken)
{
    struct buf text = {0};
    buf_putc(&text, '\'');
    cwi_print_expr(s->program, branch->rhs, &text);
    buf_puts(&text, "' ");
    check_goals_put_way(branch, taken, &text);
    const char *words = arena_str(s->report->arena, buf_str(&text));
    buf_free(&text);
    return words;
}

/* What a caller passes beside integers. */
static void tell_arguments(struct runs *r, struct event_list *out)
{
    const struct cwi_unit *u = r->s->program;
    const struct cwi_func *f = cwi_func_of(u, r->entry);
    for (uint32_t i = 0; i < f->param_count; i++) {
        const struct cwi_var *x = cwi_var_of(u, f->params[i]);
        const struct cwi_type *type = cwi_type_of(u, x->type), *of = type->of ? cwi_type_of(u, type->of) : NULL;
        const char *what = type->kind == CWI_STRUCT || type->kind == CWI_UNION      ? "is made"
                           : type->kind == CWI_PTR && (!of || of->kind != CWI_FUNC) ? "leads to a block of its own,"
                                                                                    : NULL;
        if (what)
            vec_push(&out->list, ((struct check_event){
                                     .at = f->at,
                                     .func = r->entry,
                                     .text = arena_printf(out->arena, "'%s' %s of zeros but for the inputs that follow",
                                                          x->name, what)}));
    }
}

static void put_argument(struct buf *argument, struct buf *out)
{
    if (out->size)
        buf_putc(out, ' ');
    cwi_print_string((const uint8_t *)buf_str(argument), argument->size, out);
    argument->size = 0;
}

/* Of a run with a world: how it is called. */
static void tell_world(struct runs *r, const struct run_trial *t, struct event_list *out)
{
    const struct cwi_func *f = cwi_func_of(r->s->program, r->entry);
    struct buf text = {0}, argument = {0};
    uint8_t last = 0;
    for (uint32_t i = 0; i < t->input_count; i++) {
        uint8_t which = t->from[i].argument, c = (uint8_t)t->inputs[i];
        if (!which || which == RUN_ARGUMENT_COUNT)
            continue;
        if (last && which != last)
            put_argument(&argument, &text);
        last = which;
        if (c)
            buf_putc(&argument, (char)c);
    }
    if (last)
        put_argument(&argument, &text);
    else
        buf_puts(&text, "without arguments");
    vec_push(&out->list,
             ((struct check_event){.at = f->at,
                                   .func = r->entry,
                                   .text = arena_printf(out->arena, "the program is called: %s", buf_str(&text))}));
    vec_push(&out->list,
             ((struct check_event){
                 .at = f->at,
                 .func = r->entry,
                 .text = "what it asks of the system fails, and no variable is set, where nothing else is said"}));
    buf_free(&argument);
    buf_free(&text);
}

static bool is_told(const struct run_input_from *from, int64_t x)
{
    return !from->argument && !from->is_content &&
           (x || !(from->depth || from->is_failure || from->is_success || from->is_variable || from->signal));
}

/* Inputs and what they decided, in their order: an input stands before the first decision that needs it. */
static void tell(struct runs *r, const struct run_trial *t, struct event_list *out)
{
    uint32_t told = 0;
    if (!run_is_start(r->s->program, r->entry))
        tell_arguments(r, out);
    if (r->attempt == TRY_WORLD)
        tell_world(r, t, out);
    for (uint32_t i = 0; i <= t->decision_count; i++) {
        const struct run_decision *d = i < t->decision_count ? &t->decisions[i] : NULL;
        uint32_t used = d ? d->inputs : t->input_count;
        for (; told < used && told < t->input_count; told++)
            if (is_told(&t->from[told], t->inputs[told]))
                vec_push(&out->list,
                         ((struct check_event){
                             .at = t->from[told].at, .func = t->from[told].in, .text = input_words(r, t, told)}));
        if (d && d->stmt)
            vec_push(&out->list, ((struct check_event){.at = d->stmt->at,
                                                       .func = run_point_of(r->t, d->first_edge).func,
                                                       .text = check_decision_words(r->s, d->stmt, d->taken)}));
    }
}

/* Those that a user can give: NULL where allocations have to fail, or the system, or the command line says something.
 */
static const struct check_inputs *keep_inputs(struct arena *a, const struct run_trial *t, enum attempt attempt)
{
    for (uint32_t i = 0; i < t->input_count; i++)
        if (t->from[i].is_failure)
            return NULL;
    if (attempt == TRY_WORLD)
        return NULL;
    struct check_inputs *x = ARENA_NEW(a, struct check_inputs);
    x->count = t->input_count;
    x->items = arena_copy(a, t->inputs, (x->count + 1u) * sizeof *t->inputs);
    x->from = arena_copy(a, t->from, (x->count + 1u) * sizeof *t->from);
    return x;
}

static void answer(struct runs *r, const struct check_goal *g, struct asked *q, const struct run_trial *t)
{
    struct arena *a = r->s->report->arena;
    struct check_answer *x = q->answer;
    struct event_list events = {.arena = a};
    struct check_event last = {.at = t->at, .func = t->func, .text = arena_str(a, t->what)};
    struct run_point at = {0};
    for (uint32_t i = 0; i < g->point_count && !at.stmt; i++)
        if (t->reached[g->points[i]])
            at = run_point_of(r->t, g->points[i]);
    bool is_fault = g->fault && t->end == RUN_ERROR && run_fault_is(t->fault, g->fault);
    if (!is_fault && !at.stmt)
        return;
    if (at.stmt)
        last = (struct check_event){
            .at = at.stmt->at, .func = at.func, .text = check_question_last_words(a, q->note, true)};
    tell(r, t, &events);
    vec_push(&events.list, last);
    *x = (struct check_answer){.name = x->name,
                               .question = x->question,
                               .verdict = LTS_VERDICT_FALSE,
                               .at = last.at,
                               .func = last.func,
                               .message = arena_printf(a, "property '%s' is violated", x->name),
                               .path = vec_to_arena(&events.list, a),
                               .path_length = (uint32_t)events.list.count,
                               .layer = CHECK_RUNS,
                               .is_lost = g->point_count && !at.stmt,
                               .inputs = keep_inputs(a, t, r->attempt),
                               .by = r->how};
    q->run = (struct check_run){arena_copy(a, t->inputs, (t->input_count + 1u) * sizeof *t->inputs), t->input_count,
                                r->attempt == TRY_WORLD};
    q->is_assumed = false;
    q->is_complete = true;
    vec_free(&events.list);
}

bool check_is_at_end(const struct check_answer *a)
{
    bool is_leak = a->question->kind == NOTE_PROPERTY && !strcmp(a->question->u.property.logic, "no-leak");
    return is_leak && a->verdict == LTS_VERDICT_FALSE && a->layer == CHECK_RUNS;
}

/* ---- the search -------------------------------------------------------------------------------------------------- */

/* Command lines to begin with: how many arguments, and the characters of each to its zero; then what works, and
 * which stream of a rule is watched, the first or the second. */
static void add_command_lines(struct check_search_options *o)
{
    static const int64_t lines[][14] = {{1},
                                        {1, 'a'},
                                        {1, '-'},
                                        {2},
                                        {2, 'a', 0, 'a'},
                                        {2, '-', 'a', 0, 'a'},
                                        {3},
                                        {0, 1, 1, 1, 1, 1, 1, 1},
                                        {1, 'a', 0, 1, 1, 1, 1, 1, 1, 1, 1},
                                        {1, 'a', 0, 1, 1, 0, 1, 1, 1, 1, 1},
                                        {2, '-', 'a', 0, 'a', 0, 1, 1, 0, 1, 1, 1, 1, 1},
                                        {2, '-', 'a', 0, 'a', 0, 1, 1, 1, 1, 1, 1}};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        vec_push(&o->seeds, ((struct check_inputs){lines[i], sizeof *lines / sizeof **lines, NULL}));
}

/* Without a solver nothing is found this way. */
static void search(struct runs *r)
{
    struct check_search_options o = {
        .budget = r->budget, .most_trials = r->attempt == TRY_FAILURES ? MOST_FAILING : check_most_runs(r->budget)};
    struct check_found found = {0};
    struct diag unused;
    if (r->only)
        vec_push(&o.seeds, *r->only);
    o.only_seeds = r->only;
    if (r->attempt == TRY_WORLD)
        add_command_lines(&o);
    enum status st = check_search(r->t, r->goals.items, (uint32_t)r->goals.count, &o, &found, &unused);
    r->how = r->how ? r->how : arena_printf(r->s->report->arena, "search (%u runs)", found.trials);
    for (size_t i = 0; !st && i < r->goals.count; i++) {
        uint32_t test = r->goals.items[i].test;
        const struct run_trial *t = NULL;
        if (test != CHECK_NOT_FOUND)
            t = run_trials_confirm(r->t, found.tests[test].inputs.items, found.tests[test].inputs.count,
                                   RUN_TRIAL_TIME);
        if (t && !t->is_lost)
            answer(r, &r->goals.items[i], r->asked.items[i], t);
    }
    for (size_t i = 0; !r->only && r->attempt == TRY_RUNS && i < r->asked.count; i++)
        if (check_session_is_open(r->asked.items[i], r->entry))
            check_session_lacks(r->s, r->asked.items[i], "search",
                                st ? unused.text
                                : found.lost
                                    ? arena_printf(r->s->report->arena, "%u runs found nothing; some ended: %s",
                                                   found.trials, found.lost)
                                    : arena_printf(r->s->report->arena, "%u runs found nothing", found.trials));
    check_found_free(&found);
    vec_free(&o.seeds);
}

/* A run may say more about it than is known. */
static bool lacks_inputs(const struct session *s, const struct asked *q, cwi_id entry)
{
    return s->options->wants_inputs && q->entry == entry && q->answer->verdict == LTS_VERDICT_FALSE &&
           !q->answer->inputs;
}

/* An error of memory, which a block that is not there may lead to. */
static bool is_about_blocks(const struct asked *q, cwi_id entry)
{
    return q->entry == entry && q->note->kind == NOTE_PROPERTY && check_fault_of(q) != RUN_OTHER_FAULT;
}

static bool asks_about_blocks(const struct session *s, cwi_id entry, bool is_open)
{
    bool is_any = false;
    for (size_t i = 0; i < s->asked.count; i++)
        is_any |= is_about_blocks(&s->asked.items[i], entry) &&
                  (!is_open || check_session_is_open(&s->asked.items[i], entry));
    return is_any;
}

/* Overflow is for the abstract machine to find: runs only show what it is sure of. */
static bool is_wanted(const struct runs *r, const struct asked *q)
{
    bool is_property = q->note->kind == NOTE_PROPERTY;
    switch (r->attempt) {
    case TRY_RUNS:
        return check_is_shown_by_runs(q) && (check_session_is_open(q, r->entry) || lacks_inputs(r->s, q, r->entry));
    case TRY_FAILURES:
        return check_is_shown_by_runs(q) && is_about_blocks(q, r->entry) && check_session_is_open(q, r->entry);
    case TRY_WORLD:
        return check_is_shown_by_runs(q) && check_session_is_open(q, r->entry);
    default:
        return is_property && !strcmp(q->note->u.property.logic, "no-overflow") && lacks_inputs(r->s, q, r->entry);
    }
}

static bool calls_allocator(const struct session *s)
{
    bool is_any = false;
    for (cwi_id f = 1; f < s->program->funcs.count && !is_any; f++)
        is_any = !cwi_func_of(s->program, f)->block_count && pt_effect_of(s->program, f, s->given).result == EFFECT_NEW;
    return is_any;
}

static void try_runs(struct session *s, cwi_id entry, const struct check_inputs *only, const char *how,
                     enum attempt attempt, const struct budget *b)
{
    static const char *const args[] = {"program", NULL};
    struct run_config cfg = {.args = args, .is_closed = true, .max_steps = MOST_STEPS};
    struct runs r = {.s = s, .entry = entry, .only = only, .attempt = attempt, .how = how, .budget = b};
    struct diag unused;
    bool is_any = false;
    cfg.may_fail = attempt == TRY_FAILURES ||
                   (attempt == TRY_WORLD && !s->options->says_what_fails && asks_about_blocks(s, entry, false));
    cfg.overflows = attempt == TRY_OVERFLOWS;
    cfg.has_world = attempt == TRY_WORLD;
    cfg.lost = attempt == TRY_WORLD ? s->options->lost : 0;
    for (size_t i = 0; i < s->asked.count; i++) {
        const struct asked *q = &s->asked.items[i];
        bool is_open = is_wanted(&r, q);
        is_any |= is_open;
        cfg.asks_bounds |= is_open && check_fault_of(q) >= RUN_MEMORY_FAULT && check_fault_of(q) <= RUN_TWICE_FAULT;
        cfg.leaks |= is_open && check_fault_of(q) == RUN_LEAK;
    }
    if (!is_any || !check_can_run(s, entry) ||
        run_trials_open(s->program, s->given, entry, &cfg, attempt == TRY_WORLD ? MOST_OF_WORLD : MOST_INPUTS, &r.t,
                        &unused))
        return;
    for (size_t i = 0; i < s->asked.count; i++)
        if (is_wanted(&r, &s->asked.items[i]))
            add_goal(&r, &s->asked.items[i]);
    if (r.goals.count)
        search(&r);
    run_trials_close(r.t);
    vec_free(&r.goals);
    vec_free(&r.asked);
}

void check_session_try_runs(struct session *s, cwi_id entry, const struct budget *b)
{
    try_runs(s, entry, NULL, NULL, TRY_RUNS, b);
    try_runs(s, entry, NULL, NULL, TRY_OVERFLOWS, b);
}

void check_session_try_failures(struct session *s, cwi_id entry)
{
    struct budget some = check_session_part(s, SHARE_FAILURES);
    if (asks_about_blocks(s, entry, true) && !s->options->never_fails && calls_allocator(s))
        try_runs(s, entry, NULL, NULL, TRY_FAILURES, &some);
}

/* It looks at its command line, or asks something of the system. */
static bool has_world(const struct session *s, cwi_id entry)
{
    bool is_any = run_is_start(s->program, entry) && cwi_func_of(s->program, entry)->param_count > 1;
    for (cwi_id f = 1; f < s->program->funcs.count && !is_any; f++)
        is_any = !cwi_func_of(s->program, f)->block_count && run_may_fail(cwi_func_of(s->program, f)->name);
    return is_any;
}

void check_session_try_world(struct session *s, cwi_id entry, const struct budget *b)
{
    if (!s->options->never_fails && has_world(s, entry))
        try_runs(s, entry, NULL, NULL, TRY_WORLD, b);
}

void check_session_replay(struct session *s, cwi_id entry, const char *by, struct check_run run)
{
    struct check_inputs only = {.items = run.inputs, .count = run.count};
    try_runs(s, entry, &only, by, run.in_world ? TRY_WORLD : TRY_RUNS, s->options->engine.budget);
    if (!run.in_world)
        try_runs(s, entry, &only, by, TRY_OVERFLOWS, s->options->engine.budget);
}
