/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * CCS text to definitions: the grammar in ccs.h, one function a rule.
 *
 * Brackets nest to a bounded depth; prefixes, sums and parallels of any length take no stack.
 */
#include "runtime/base/sorted.h"
#include "runtime/lts/io/ccs_parser.h"

enum { DEEPEST = 500 };

struct terms {
    struct VEC(uint32_t) list;
};

static enum status sum(struct ccs_parser *p, uint32_t *out);

/* ---- processes --------------------------------------------------------------------------------------------------- */

static uint32_t process_id(struct ccs_file *f, const char *s, size_t n, struct place at)
{
    uint32_t id = base_intern_add(f->processes, s, n);
    if (id == f->process.count)
        vec_push(&f->process, ((struct ccs_process){.used_at = at}));
    return id;
}

static enum status primary(struct ccs_parser *p, uint32_t *out)
{
    struct ccs_terms *terms = &p->f->terms;
    if (io_ccs_is_word(&p->x, "nil") || (p->x.word == W_NUMBER && p->x.number == 0)) {
        io_ccs_next(&p->x);
        *out = io_ccs_term(terms, T_NIL, NULL, 0);
        return ST_OK;
    }
    if (io_ccs_is_word(&p->x, "Aut"))
        return io_ccs_parse_automaton(p, out);
    if (io_ccs_is_sign(&p->x, '(')) {
        if (++p->depth > DEEPEST)
            return io_ccs_complain(p, "brackets nest too deeply");
        io_ccs_next(&p->x);
        enum status st = sum(p, out);
        p->depth--;
        return st == ST_OK ? io_ccs_take_sign(p, ')', "an operator or ')'") : st;
    }
    if (p->x.word != W_NAME || io_ccs_is_keyword(p->x.text.data, p->x.text.size))
        return io_ccs_expected(&p->x, "a process");
    uint32_t id = process_id(p->f, p->x.text.data, p->x.text.size, p->x.place);
    if (!p->guarded)
        vec_push(&p->f->process.items[p->process].unguarded, ((struct ccs_unguarded){id, p->x.place}));
    io_ccs_next(&p->x);
    *out = io_ccs_term(terms, T_CONST, &id, 1);
    return ST_OK;
}

/* `P \ a`: the names of the set a, when there is one, else the action a. */
static enum status restriction(struct ccs_parser *p, uint32_t *term)
{
    struct ccs_names names = {0};
    struct ccs_file *f = p->f;
    enum status st;
    io_ccs_next(&p->x);
    if (io_ccs_is_sign(&p->x, '{')) {
        st = io_ccs_parse_names(p, &names);
    } else {
        uint32_t set = UINT32_MAX;
        ccs_action a = 0;
        if (p->x.word == W_NAME)
            set = base_intern_find(f->set_names, p->x.text.data, p->x.text.size);
        st = io_ccs_parse_visible(p, &a);
        for (size_t i = 0; set != UINT32_MAX && i < f->set.items[set].names.count; i++)
            vec_push(&names, f->set.items[set].names.items[i]);
        if (set == UINT32_MAX)
            vec_push(&names, a >> 1);
    }
    vec_reserve(&names, 1);
    size_t bytes = base_sort_unique_u32(names.items, names.count) * sizeof *names.items;
    uint32_t args[2] = {base_intern_add(f->restrictions, (const char *)names.items, bytes), *term};
    vec_free(&names);
    if (st == ST_OK)
        *term = io_ccs_term(&f->terms, T_RESTRICT, args, 2);
    return st;
}

/* Pairs of a name and the action that it becomes. */
struct renamings {
    struct VEC(uint64_t) pairs;
    struct map64 known; /* names */
};

static enum status renaming(struct ccs_parser *p, struct renamings *r)
{
    ccs_action to, from;
    enum status st = io_ccs_parse_visible(p, &to);
    if (st == ST_OK)
        st = io_ccs_take_sign(p, '/', "'/' between the new name and the old one");
    struct place at = p->x.place;
    if (st == ST_OK)
        st = io_ccs_parse_visible(p, &from);
    if (st != ST_OK)
        return st;
    uint32_t other;
    if (base_map64_get(&r->known, from >> 1, &other))
        return diag_set(p->x.d, ST_BAD, at, "'%s' is relabelled twice", base_intern_str(p->f->names, from >> 1));
    base_map64_put(&r->known, from >> 1, 0);
    vec_push(&r->pairs, (uint64_t)(from >> 1) << 32 | (to ^ (from & 1)));
    return ST_OK;
}

static enum status relabelling(struct ccs_parser *p, uint32_t *term)
{
    struct renamings r = {.pairs = {0}};
    enum status st;
    do {
        io_ccs_next(&p->x); /* '[' or ',' */
        st = renaming(p, &r);
    } while (st == ST_OK && io_ccs_is_sign(&p->x, ','));
    if (st == ST_OK)
        st = io_ccs_take_sign(p, ']', "',' or ']'");
    if (st == ST_OK) {
        base_sort_u64(r.pairs.items, r.pairs.count);
        uint32_t id =
            base_intern_add(p->f->relabellings, (const char *)r.pairs.items, r.pairs.count * sizeof *r.pairs.items);
        *term = io_ccs_term(&p->f->terms, T_RELABEL, (uint32_t[]){id, *term}, 2);
    }
    vec_free(&r.pairs);
    base_map64_free(&r.known);
    return st;
}

static enum status postfix(struct ccs_parser *p, uint32_t *out)
{
    enum status st = primary(p, out);
    for (uint32_t n = 0; st == ST_OK; n++) {
        if (n > DEEPEST)
            return io_ccs_complain(p, "too many restrictions and relabellings follow each other");
        if (io_ccs_is_sign(&p->x, '\\'))
            st = restriction(p, out);
        else if (io_ccs_is_sign(&p->x, '['))
            st = relabelling(p, out);
        else
            return ST_OK;
    }
    return st;
}

/* Whether a dot follows the word in hand: then that is an action and no process. */
static bool dot_follows(const struct ccs_parser *p)
{
    struct ccs_lexer ahead = p->x;
    ahead.text = (struct buf){0};
    ahead.d = NULL;
    io_ccs_next(&ahead);
    bool dot = io_ccs_is_sign(&ahead, '.');
    buf_free(&ahead.text);
    return dot;
}

static enum status prefix_chain(struct ccs_parser *p, struct terms *actions, uint32_t *out)
{
    while (io_ccs_at_action(p) && (p->x.word != W_NAME || io_ccs_at_tau(p) || dot_follows(p))) {
        ccs_action a;
        enum status st = io_ccs_parse_action(p, &a);
        if (st == ST_OK)
            st = io_ccs_take_sign(p, '.', "'.' after the action");
        if (st != ST_OK)
            return st;
        vec_push(&actions->list, a);
    }
    p->guarded += actions->list.count > 0;
    enum status st = postfix(p, out);
    p->guarded -= actions->list.count > 0;
    for (size_t i = actions->list.count; st == ST_OK && i > 0; i--) {
        uint32_t args[2] = {actions->list.items[i - 1], *out};
        *out = io_ccs_term(&p->f->terms, T_PREFIX, args, 2);
    }
    return st;
}

static enum status prefix(struct ccs_parser *p, uint32_t *out)
{
    struct terms actions = {0};
    enum status st = prefix_chain(p, &actions, out);
    vec_free(&actions.list);
    return st;
}

/* item { operator item }: one term of all items. */
static enum status operands(struct ccs_parser *p, char operator, enum ccs_kind kind,
                            enum status (*item)(struct ccs_parser *, uint32_t *), uint32_t *out)
{
    struct terms all = {0};
    enum status st = item(p, out);
    while (st == ST_OK && io_ccs_is_sign(&p->x, operator)) {
        if (all.list.count == 0)
            vec_push(&all.list, *out);
        io_ccs_next(&p->x);
        st = item(p, out);
        vec_push(&all.list, *out);
    }
    if (st == ST_OK && all.list.count)
        *out = io_ccs_term(&p->f->terms, kind, all.list.items, (uint32_t)all.list.count);
    vec_free(&all.list);
    return st;
}

static enum status parallel(struct ccs_parser *p, uint32_t *out)
{
    return operands(p, '|', T_PAR, prefix, out);
}

static enum status sum(struct ccs_parser *p, uint32_t *out)
{
    return operands(p, '+', T_SUM, parallel, out);
}

/* ---- definitions ------------------------------------------------------------------------------------------------- */

static enum status defined_name(struct ccs_parser *p, const char *what)
{
    if (p->x.word != W_NAME || io_ccs_is_keyword(p->x.text.data, p->x.text.size))
        return io_ccs_expected(&p->x, what);
    return ST_OK;
}

static enum status define_process(struct ccs_parser *p)
{
    io_ccs_next(&p->x);
    enum status st = defined_name(p, "the name of a process");
    if (st != ST_OK)
        return st;
    uint32_t id = process_id(p->f, p->x.text.data, p->x.text.size, p->x.place), body = 0;
    struct ccs_process *process = &p->f->process.items[id];
    if (process->defined)
        return diag_set(p->x.d, ST_BAD, p->x.place, "process '%s' is already defined in line %u",
                        base_intern_str(p->f->processes, id), process->defined_at.line);
    process->defined = true;
    process->defined_at = p->x.place;
    p->process = id;
    io_ccs_next(&p->x);
    st = io_ccs_take_sign(p, '=', "'=' after the name of the process");
    if (st == ST_OK)
        st = sum(p, &body);
    p->f->process.items[id].body = body;
    return st;
}

static enum status define_set(struct ccs_parser *p)
{
    io_ccs_next(&p->x);
    enum status st = defined_name(p, "the name of a set");
    if (st != ST_OK)
        return st;
    uint32_t id = base_intern_add(p->f->set_names, p->x.text.data, p->x.text.size);
    if (id == p->f->set.count)
        vec_push(&p->f->set, (struct ccs_set){0});
    struct ccs_set *set = &p->f->set.items[id];
    if (set->defined)
        return diag_set(p->x.d, ST_BAD, p->x.place, "set '%s' is already defined in line %u",
                        base_intern_str(p->f->set_names, id), set->at.line);
    set->defined = true;
    set->at = p->x.place;
    io_ccs_next(&p->x);
    st = io_ccs_take_sign(p, '=', "'=' after the name of the set");
    set->names.count = 0;
    return st == ST_OK ? io_ccs_parse_names(p, &set->names) : st;
}

/* A set may be defined behind its use: all are known before anything else is read. What is wrong in one is an error
 * when it is read again. */
static void find_sets(struct ccs_file *f, const char *text, size_t size)
{
    struct ccs_parser p = {.f = f};
    if (!memmem(text, size, "set", 3))
        return;
    io_ccs_lexer_start(&p.x, NULL, text, size, NULL);
    while (p.x.word != W_END && p.x.word != W_BAD)
        if (io_ccs_is_word(&p.x, "set"))
            define_set(&p);
        else
            io_ccs_next(&p.x);
    for (size_t i = 0; i < f->set.count; i++)
        f->set.items[i].defined = false;
    buf_free(&p.x.text);
}

enum status io_ccs_parse(struct ccs_file *f, const char *name, const char *text, size_t size, struct diag *d)
{
    struct ccs_parser p = {.f = f};
    io_ccs_file_init(f);
    find_sets(f, text, size);
    io_ccs_lexer_start(&p.x, name, text, size, d);
    enum status st = ST_OK;
    while (st == ST_OK && p.x.word != W_END) {
        if (io_ccs_is_word(&p.x, "proc") || io_ccs_is_word(&p.x, "agent"))
            st = define_process(&p);
        else if (io_ccs_is_word(&p.x, "set"))
            st = define_set(&p);
        else if (io_ccs_is_sign(&p.x, ';'))
            io_ccs_next(&p.x);
        else
            st = io_ccs_expected(&p.x, f->process.count ? "an operator, 'proc' or 'set'" : "'proc' or 'set'");
    }
    buf_free(&p.x.text);
    return st == ST_OK ? io_ccs_check(f, d) : st;
}
