/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * model: builds the state model of a program, reduces it and writes it (the thesis's cwmb).
 *
 * Invariant: the model goes to standard output or a file, everything else to standard error, ending with the line of
 * sizes; a partial model is written too, marked, and exits with EX_MAYBE. The sizes are those of the model that is
 * written; `bytes` is the engine's state store.
 */
#include "runtime/driver/boolean_model.h"

enum { OPT_CUBE = OPT_OWN, OPT_NO_ENFORCE, OPT_JOINS };

/* Questions are for `check`: as propositions they would keep states apart that are otherwise equal. A Kripke structure
 * is for looking at states, and shows which invariants hold. */
static void drop_questions(struct notes *notes, bool kripke)
{
    size_t kept = 0;
    for (size_t i = 0; i < notes->list.count; i++) {
        const struct note *n = notes->list.items[i];
        bool is_invariant = n->kind == NOTE_PROPERTY && !strcmp(n->u.property.logic, "invariant");
        if ((n->kind != NOTE_PROPERTY && n->kind != NOTE_SPEC) || (kripke && is_invariant))
            notes->list.items[kept++] = notes->list.items[i];
    }
    notes->list.count = kept;
}

/* The engine's configuration from the options; EX_HOLDS, or EX_BAD after a message. */
static int configure(struct run_options *o, struct program *p, struct avm_config *c)
{
    struct diag d = {0};
    *c = o->engine;
    if (o->fallback && !driver_option_abstraction(p->arena, o->fallback, &c->fallback, &d))
        return driver_say_failure(ST_BAD, &d);
    enum status st = check_find_entry(p->unit, &p->notes, o->entry, &c->entry, &d);
    if (st)
        return driver_say_failure(st, &d);
    drop_questions(&p->notes, o->kripke);
    check_choose_maps(p->unit, &p->notes, NULL, &p->notes);
    c->peephole = o->reduce == LTS_PEEPHOLE && !o->kripke;
    c->keep_graph = c->keep_must = true;
    return EX_HOLDS;
}

static enum lts_format output_format(const struct run_options *o)
{
    enum lts_format f = o->format;
    if (f == LTS_FMT_UNKNOWN && o->output)
        f = lts_format_by_suffix(o->output);
    if (f == LTS_FMT_UNKNOWN)
        f = o->kripke ? LTS_FMT_TEXT : LTS_FMT_AUT;
    return f;
}

static bool stop_reducing(void *context)
{
    (void)context;
    return driver_watch_interrupted();
}

/* Replaces the graph by its quotient. */
static int reduce(const struct run_options *o, struct lts **graph)
{
    struct lts_control control = {.stop = stop_reducing, .max_memory = o->engine.max_memory};
    struct lts *smaller = NULL;
    struct diag d = {0};
    if (o->reduce == LTS_REL_NONE)
        return EX_HOLDS;
    enum status st = lts_reduce(*graph, o->reduce, &control, &smaller, NULL, &d);
    if (st)
        return driver_say_failure(st, &d);
    lts_free(*graph);
    *graph = smaller;
    return EX_HOLDS;
}

static uint64_t count_must(const struct lts *l)
{
    uint64_t n = 0;
    for (uint64_t t = 0; t < lts_transitions(l); t++)
        n += lts_is_must(l, t);
    return n;
}

/* Classes are made without regard to must bits: so they are counted in what is written, whether they are written or
 * not. */
static int shrink(const struct run_options *o, struct lts **graph, uint64_t *must)
{
    int status = reduce(o, graph);
    if (status)
        return status;
    *must = count_must(*graph);
    if (!o->must && !o->kripke) {
        free((*graph)->must);
        (*graph)->must = NULL;
    }
    return EX_HOLDS;
}

static int write_model(const struct run_options *o, const struct lts *graph)
{
    struct lts_print how = {.must = o->must || o->kripke, .io_labels = o->io_labels};
    struct buf text = {0};
    struct diag d = {0};
    enum status st = lts_write(graph, output_format(o), &how, &text, &d);
    int status = st ? driver_say_failure(st, &d) : driver_write_output(o->output, &text);
    buf_free(&text);
    return status;
}

/* Replaces the graph by that of the steps of a grain. */
static int take_grain(const struct run_options *o, struct avm_model *m, const struct notes *notes)
{
    struct lts_control control = {.stop = stop_reducing};
    struct VEC(const struct note *) named = {0};
    struct avm_coarse coarse;
    struct diag d = {0};
    size_t labels = base_intern_count(m->graph->labels) / 64 + 1;
    uint64_t *all = base_mem_alloc(labels * sizeof *all);
    uint8_t *steps = base_mem_zalloc(lts_transitions(m->graph) + 1);
    memset(all, 0xff, labels * sizeof *all);
    for (size_t i = 0; i < notes->list.count; i++)
        if (notes->list.items[i]->kind == NOTE_PROPERTY)
            vec_push(&named, notes->list.items[i]);
    avm_find_steps(m, o->engine.grain, named.items, named.count, all, steps);
    enum status st = avm_coarsen(m->graph, steps, &control, &coarse, &d);
    if (!st) {
        lts_free(m->graph);
        m->graph = coarse.graph;
        coarse.graph = NULL;
        avm_coarse_free(&coarse);
    }
    vec_free(&named);
    free(all);
    free(steps);
    return st ? driver_say_failure(st, &d) : EX_HOLDS;
}

static int build_and_write(struct run_options *o, struct program *p)
{
    struct avm_config config;
    struct avm_model *m = NULL;
    struct diag d = {0};
    uint64_t must = 0;
    driver_watch_begin(o);
    int status = configure(o, p, &config);
    if (status)
        return driver_watch_end(), status;
    enum status st = avm_run(p->unit, &p->notes, &config, &m, &d);
    if (st)
        return driver_watch_end(), driver_say_failure(st, &d);
    if (o->kripke)
        avm_name_states(m);
    if (o->engine.grain)
        status = take_grain(o, m, &p->notes);
    if (!status)
        status = shrink(o, &m->graph, &must);
    driver_watch_end();
    driver_say_model_notes(m, m->assumptions, m->assumption_count);
    driver_say_undecided(m);
    driver_say_explosion(m, m->end == AVM_OUT_OF_STATES ? m->max_states : 0);
    if (!status)
        status = write_model(o, m->graph);
    if (!status)
        fprintf(stderr, "states %u, transitions %llu, must %llu, seconds %.3f, bytes %llu\n", m->graph->states,
                (unsigned long long)lts_transitions(m->graph), (unsigned long long)must, m->seconds,
                (unsigned long long)m->bytes);
    if (!status && m->end != AVM_COMPLETE)
        status = EX_MAYBE;
    avm_model_free(m);
    return status;
}

struct model_command {
    struct run_options run;
    bool is_boolean; /* --format=bp */
    struct pred_options predicates;
};

static int take_format(struct model_command *k, const char *command, const char *text)
{
    struct run_options *o = &k->run;
    k->is_boolean = !strcmp(text, "bp");
    o->format = lts_format_by_name(text);
    const struct lts_format_row *row = lts_formats;
    while (row->name && row->format != o->format)
        row++;
    if (k->is_boolean || (o->format != LTS_FMT_UNKNOWN && row->name && row->writes))
        return EX_HOLDS;
    struct buf list = {0};
    for (row = lts_formats; row->name; row++)
        if (row->writes)
            buf_printf(&list, "%s, ", row->name);
    int status = driver_say_usage(command, "--format=%s is unknown: there are %sbp", text, buf_str(&list));
    buf_free(&list);
    return status;
}

static int take_cube(struct model_command *k, const char *command, const char *text)
{
    uint64_t n;
    if (!driver_parse_size(text, false, &n) || !n || n > 16)
        return driver_say_usage(command, "--cube=%s: expected the most literals of a conjunction, 1 to 16", text);
    k->predicates.cube = (uint32_t)n;
    return EX_HOLDS;
}

/* One line: the state without its place. */
static void say_joined(uint32_t times, const char *state)
{
    const char *line = strchr(state, '\n');
    fprintf(stderr, "join %u:", times);
    for (; line && line[1]; line = strchr(line + 1, '\n'))
        fprintf(stderr, "%s %.*s", line == strchr(state, '\n') ? "" : ",", (int)strcspn(line + 1, "\n"), line + 1);
    fputc('\n', stderr);
}

static int take_option(struct model_command *k, const char *command, int c, const char *argument)
{
    switch (c) {
    case '?':
        return EX_BAD;
    case OPT_FORMAT:
        return take_format(k, command, argument);
    case OPT_CUBE:
        return take_cube(k, command, argument);
    case OPT_JOINS:
        k->run.engine.joins_at = argument;
        k->run.engine.joined = say_joined;
        return EX_HOLDS;
    case OPT_NO_ENFORCE:
        return k->predicates.no_enforce = true, EX_HOLDS;
    default:
        return driver_run_option(&k->run, command, c, argument);
    }
}

int cmd_model(int argc, char **argv)
{
    static const struct option options[] = {RUN_OPTIONS,
                                            {"reduce", required_argument, NULL, OPT_REDUCE},
                                            {"kripke", no_argument, NULL, OPT_KRIPKE},
                                            {"must", no_argument, NULL, OPT_MUST},
                                            {"labels", required_argument, NULL, OPT_LABELS},
                                            {"format", required_argument, NULL, OPT_FORMAT},
                                            {"cube", required_argument, NULL, OPT_CUBE},
                                            {"no-enforce", no_argument, NULL, OPT_NO_ENFORCE},
                                            {"joins", required_argument, NULL, OPT_JOINS},
                                            {0}};
    struct model_command k = {0};
    struct program p = {0};
    int c, status = EX_HOLDS;
    driver_run_options_init(&k.run);
    optind = 0;
    while (!status && (c = driver_next_option(argc, argv, argv[0], "a:l:o:", options)) != -1)
        status = take_option(&k, argv[0], c, optarg);
    if (!status && optind >= argc)
        status = driver_say_usage(argv[0], "no program given");
    if (!status && !k.is_boolean && (k.predicates.cube || k.predicates.no_enforce))
        status = driver_say_usage(argv[0], "--cube and --no-enforce are about Boolean programs, --format=bp");
    if (!status && k.run.engine.grain && !k.run.kripke)
        status = driver_say_usage(argv[0], "--grain is about Kripke structures: it goes with --kripke");
    if (!status && k.run.engine.joins_at && k.run.engine.merge == AVM_MERGE_NEVER)
        status = driver_say_usage(argv[0], "--joins is about joined states: it goes with --merge=stack or location");
    if (!status && k.is_boolean && k.run.engine.unbounded)
        status = driver_say_usage(argv[0], "predicates are about the integers of a machine: no --overflow=none");
    if (!status)
        status = driver_program_link(&p, argv + optind, argc - optind, PROGRAM_WHOLE);
    if (!status)
        status = driver_program_notes(&p, &k.run);
    if (!status)
        status = k.is_boolean ? driver_boolean_model(&k.run, &p, &k.predicates) : build_and_write(&k.run, &p);
    driver_program_free(&p);
    driver_run_options_free(&k.run);
    return status;
}
