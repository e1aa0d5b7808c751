/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The graph as rules that check a client (runtime/notes/rule.h: a rule that is a graph).
 *
 * The states of the rule are sets of regions, so that what a sequence of calls may have led to is one state: a call is
 * allowed when it is from each region, an error when it errs from each, else unknown. Where the library keeps nothing
 * but what is behind handles the rule holds for each; else its object is the last one, as in the graph, and a call
 * about another is unknown. A call that makes the handle is judged before it and moves behind it.
 */
#include "runtime/interface/private.h"
#include "runtime/notes/rule.h"

#include <stdlib.h>

/* ---- what a call is as an event ---------------------------------------------------------------------------------- */

/* The client's object that an argument is or points to; NULL: it is none that lives on. */
static const struct iface_object *object_of(const struct iface_client *c, const struct iface_argument *x, bool *is_out)
{
    const struct cwi_expr *e = x->fixed, *of = e && e->kind == CWI_ADDR ? e->a : e;
    *is_out = false;
    for (size_t i = 0; of && of->kind == CWI_VAR && i < c->objects.count; i++) {
        const struct iface_object *o = &c->objects.items[i];
        const struct cwi_type *t = cwi_type_of(c->u, cwi_var_of(c->u, o->var)->type);
        bool is_address = e->kind == CWI_ADDR;
        if (o->var != of->ref || (!o->is_pointer && (!is_address || t->kind == CWI_ARRAY)))
            continue;
        *is_out = o->is_pointer && is_address;
        return o;
    }
    return NULL;
}

/* "x1 >= 4 && x1 <= 7 || x1 == 9": the values of one group of kinds; appended. */
static void put_condition(const struct iface_argument *x, uint32_t number, const uint32_t *group, uint32_t which,
                          struct buf *out)
{
    struct buf text = {0};
    uint32_t parts = 0;
    for (uint32_t i = 0; i < x->kind_count; i++) {
        struct note_interval v = x->kinds[i];
        if (group[i] != which)
            continue;
        while (i + 1 < x->kind_count && group[i + 1] == which)
            v.hi = x->kinds[++i].hi;
        bool has_lo = x->is_part || v.lo != x->range.lo, has_hi = x->is_part || v.hi != x->range.hi;
        buf_puts(&text, parts++ ? " || " : "");
        if (v.lo == v.hi)
            buf_printf(&text, "x%u == %lld", number, (long long)v.lo);
        else if (has_lo && has_hi)
            buf_printf(&text, "x%u >= %lld && x%u <= %lld", number, (long long)v.lo, number, (long long)v.hi);
        else
            buf_printf(&text, "x%u %s %lld", number, has_lo ? ">=" : "<=", (long long)(has_lo ? v.lo : v.hi));
    }
    buf_puts(out, out->size ? " && " : "");
    buf_printf(out, parts > 1 ? "(%s)" : "%s", buf_str(&text));
    buf_free(&text);
}

void iface_rules_describe(struct iface_call *call, const struct iface_client *c, const struct iface_function *f,
                          uint32_t *const *group, const uint32_t *kinds, struct arena *a)
{
    struct buf pattern = {0}, when = {0}, rest = {0};
    for (uint32_t k = 0; k < f->arg_count; k++) {
        const struct iface_argument *x = &f->args[k];
        bool tells = false, is_out;
        const struct iface_object *o = object_of(c, x, &is_out);
        for (uint32_t i = 0; i < x->kind_count; i++)
            tells |= group[k][i] != 0;
        tells |= x->is_part;
        bool is_buffer = x->fixed && !o && x->fixed->kind == CWI_ADDR;
        if (is_buffer)
            buf_printf(&rest, "%sx%u == 0", rest.size ? " || " : "", k + 1);
        if (x->is_part)
            buf_printf(&rest, "%sx%u < %lld || x%u > %lld", rest.size ? " || " : "", k + 1, (long long)x->range.lo,
                       k + 1, (long long)x->range.hi);
        call->takes |= o != NULL;
        buf_puts(&pattern, k ? ", " : "(");
        if (o)
            buf_puts(&pattern, "h");
        else if (tells || is_buffer)
            buf_printf(&pattern, "x%u", k + 1);
        else
            buf_putc(&pattern, '_');
        if (tells)
            put_condition(x, k + 1, group[k], group[k][kinds[k]], &when);
        if (is_buffer)
            buf_printf(&when, "%sx%u != 0", when.size ? " && " : "", k + 1);
    }
    buf_puts(&pattern, f->arg_count ? ")" : "()");
    call->pattern = arena_str(a, buf_str(&pattern));
    call->when = when.size ? arena_str(a, buf_str(&when)) : NULL;
    call->rest = rest.size ? arena_str(a, buf_str(&rest)) : NULL;
    call->makes = f->keeps != NULL;
    call->looks = f->looks && !f->keeps;
    buf_free(&pattern);
    buf_free(&when);
    buf_free(&rest);
}

/* Which object the calls are about: one at most. */
struct judging {
    const struct iface_client *c;
    struct iface *out;
    cwi_id object;
};

static void take_object(struct judging *j, cwi_id var)
{
    if (j->object && j->object != var && !j->out->no_object)
        j->out->no_object = arena_printf(j->out->arena, "its calls are about several objects, '%s' and '%s'",
                                         cwi_var_of(j->c->u, j->object)->name, cwi_var_of(j->c->u, var)->name);
    j->object = var;
}

void iface_rules_judge(const struct iface_client *c, struct iface *out)
{
    struct judging j = {.c = c, .out = out};
    for (size_t i = 0; i < c->functions.count; i++) {
        const struct iface_function *f = &c->functions.items[i];
        uint32_t seen = 0;
        if (f->keeps)
            take_object(&j, f->keeps->ref);
        seen += f->keeps != NULL;
        for (uint32_t k = 0; k < f->arg_count; k++) {
            bool is_out;
            const struct iface_object *o = object_of(c, &f->args[k], &is_out);
            if (o)
                take_object(&j, o->var);
            if (!out->no_object && (is_out || (o && seen++)))
                out->no_object = arena_printf(out->arena,
                                              is_out ? "what '%s' makes it writes through an argument"
                                                     : "'%s' is about one object twice",
                                              cwi_func_of(c->u, f->func)->name);
        }
    }
    out->is_behind_handle = j.object != 0;
    for (cwi_id v = 1; v < c->u->vars.count; v++) {
        bool is_clients = false;
        for (size_t i = 0; i < c->objects.count; i++)
            is_clients |= c->objects.items[i].var == v;
        out->is_behind_handle &= is_clients || !iface_is_state(c, v);
    }
}

/* ---- states ------------------------------------------------------------------------------------------------------ */

struct writing {
    const struct iface *i;
    struct arena *a;
    struct intern *known;
    struct VEC(uint64_t *) sets; /* by state */
    struct buf *out;
    const char *comma;
    bool is_each, has_object, has_maker;
};

static uint32_t state_of(struct writing *w, const uint64_t *set)
{
    size_t size = iface_set_words(w->i) * sizeof *set;
    uint32_t state = base_intern_add(w->known, (const char *)set, size);
    if (state < RULE_MOST_STATES && state == w->sets.count)
        vec_push(&w->sets, arena_copy(w->a, set, size));
    return state;
}

/* Where an allowed call leads: the state's number, UINT32_MAX when it never returns. */
static uint32_t target(struct writing *w, uint32_t from, uint32_t call, enum iface_outcome *is)
{
    uint64_t *to = base_mem_zalloc(iface_set_words(w->i) * sizeof *to);
    *is = iface_set_step(w->i, w->sets.items[from], call, to);
    uint32_t state = *is == IFACE_GOOD && iface_set_any(w->i, to) ? state_of(w, to) : UINT32_MAX;
    free(to);
    return state;
}

/* ---- each handle for itself -------------------------------------------------------------------------------------- */

/* Calls that make a handle are always allowed and lead to the same; calls that are about none always, and change
 * nothing. */
static bool is_apart(struct writing *w)
{
    const struct iface *i = w->i;
    bool is = i->is_behind_handle && i->initial_count == 1;
    for (uint32_t call = 0; call < i->call_count; call++) {
        const struct iface_call *c = &i->calls[call];
        uint32_t made = UINT32_MAX;
        is &= !c->makes || !c->takes;
        for (uint32_t r = 0; r < i->region_count && !c->takes; r++)
            is &= i->regions[r].is_end || i->regions[r].calls[call] == IFACE_GOOD;
        for (uint32_t e = 0; e < i->edge_count && !c->takes; e++) {
            if (i->edges[e].call != call || c->is_null)
                continue;
            made = made == UINT32_MAX ? i->edges[e].to : made;
            is &= c->makes ? i->edges[e].to == made : i->edges[e].to == i->edges[e].from;
        }
    }
    return is;
}

/* ---- text -------------------------------------------------------------------------------------------------------- */

static void put_edge(struct writing *w, const struct iface_call *c, bool is_after, const char *result, const char *to)
{
    const char *name = cwi_func_of(w->i->program, c->func)->name;
    struct buf when = {0};
    buf_puts(&when, c->when ? c->when : "");
    buf_printf(&when, "%s%s", result && c->when ? " && " : "", result ? result : "");
    buf_printf(w->out, "%s%s%s%s", w->comma, !is_after ? "" : c->makes ? "h = " : "r = ", name, c->pattern);
    if (when.size)
        buf_printf(w->out, " when (%s)", buf_str(&when));
    buf_printf(w->out, " -> %s", to);
    w->comma = ",\n       ";
    buf_free(&when);
}

static const char *state_text(struct writing *w, uint32_t state, uint32_t from)
{
    if (state == UINT32_MAX) /* nothing follows */
        state = from;
    return state >= RULE_MOST_STATES ? "unknown" : arena_printf(w->a, "%u", state);
}

static const char *refusal(enum iface_outcome is)
{
    return is == IFACE_ERROR ? "error" : "unknown";
}

static void put_call(struct writing *w, uint32_t from, uint32_t call)
{
    const struct iface_call *c = &w->i->calls[call];
    enum iface_outcome is, is_null = IFACE_GOOD;
    uint32_t to = target(w, from, call, &is), null = c->null ? target(w, from, c->null, &is_null) : UINT32_MAX;
    if (is != IFACE_GOOD || is_null != IFACE_GOOD)
        put_edge(w, c, false, NULL, refusal(is != IFACE_GOOD ? is : is_null));
    else if (!c->makes && !(c->looks && c->null))
        put_edge(w, c, false, NULL, state_text(w, to, from));
    else if (c->looks || (c->null && !w->is_each)) {
        put_edge(w, c, true, c->looks ? "r != 0" : "h != 0", state_text(w, to, from));
        put_edge(w, c, true, c->looks ? "r == 0" : "h == 0", state_text(w, null, from));
    } else {
        put_edge(w, c, true, w->is_each ? "h != 0" : NULL, state_text(w, to, from));
    }
}

/* The arguments that no call of the function has. */
static void put_rest(struct writing *w, uint32_t call)
{
    struct iface_call c = w->i->calls[call];
    if (!c.rest || (call && w->i->calls[call - 1].func == c.func))
        return;
    c.when = c.rest;
    put_edge(w, &c, false, NULL, "unknown");
}

static void put_state(struct writing *w, uint32_t state)
{
    const struct iface *i = w->i;
    bool is_unmade = w->is_each && w->has_maker && !state;
    buf_printf(w->out, "\n    %u: ", state);
    w->comma = "";
    for (uint32_t call = 0; call < i->call_count; call++) {
        const struct iface_call *c = &i->calls[call];
        if (c->is_null || (w->is_each && !c->takes && !c->makes))
            continue;
        if (is_unmade && !c->makes) /* where it comes from is not known */
            put_edge(w, c, false, NULL, "unknown");
        else
            put_call(w, state, call);
    }
    for (uint32_t call = 0; call < i->call_count; call++)
        if (!w->is_each || i->calls[call].takes)
            put_rest(w, call);
}

/* What calls that are about no object, or make one, are not known to do with other arguments. */
static void put_rest_rule(struct writing *w, const char *library, const char *name)
{
    const struct iface *i = w->i;
    w->comma = "";
    for (uint32_t call = 0; call < i->call_count; call++) {
        if (i->calls[call].takes || !i->calls[call].rest)
            continue;
        if (!*w->comma)
            buf_printf(w->out,
                       "\n%s_rest \"the interface of '%s' does not know this call with such arguments\" :\n"
                       "    graph\n    0: ",
                       name, library);
        put_rest(w, call);
    }
    buf_puts(w->out, *w->comma ? ";\n" : "");
}

/* Null is no object: what may be done with it, before one is made. */
static void put_null_rule(struct writing *w, const char *library, const char *name)
{
    const struct iface *i = w->i;
    bool any = false;
    for (uint32_t call = 0; call < i->call_count; call++) {
        enum iface_outcome is;
        uint32_t to = target(w, 0, call, &is);
        if (!i->calls[call].takes || i->calls[call].is_null || (w->has_maker && is == IFACE_GOOD && to == 0))
            continue;
        if (!any)
            buf_printf(w->out,
                       "\n%s_null \"the interface of '%s' does not allow this call with a null pointer\" :\n"
                       "    graph\n    0: ",
                       name, library);
        w->comma = any ? w->comma : "";
        any = true;
        put_edge(w, &i->calls[call], false, "h == 0", w->has_maker && is == IFACE_ERROR ? "error" : "unknown");
    }
    buf_puts(w->out, any ? ";\n" : "");
}

static void put_handles(struct writing *w)
{
    const char *comma = "\nhandle ";
    for (uint32_t call = 0; call < w->i->call_count; call++) {
        const struct iface_call *c = &w->i->calls[call];
        if (!c->makes || (call && c[-1].func == c->func))
            continue;
        buf_printf(w->out, "%sh = %s", comma, cwi_func_of(w->i->program, c->func)->name);
        comma = " | ";
    }
    buf_puts(w->out, w->has_maker ? ";\n" : "");
}

/* Between the quotes of a string that no semicolon ends. */
static void put_quoted(const char *word, const char *text, struct buf *out)
{
    buf_printf(out, "%s \"", word);
    for (const char *c = text; *c; c++) {
        if (*c == '"' || *c == '\\')
            buf_putc(out, '\\');
        buf_putc(out, *c == ';' ? ',' : *c);
    }
    buf_puts(out, "\";\n");
}

/* What else the library has may change the state that the interface is about. */
static void put_others(struct writing *w)
{
    const struct iface *i = w->i;
    for (uint32_t n = 0; n < i->other_count; n++)
        buf_printf(w->out, "%s%s()",
                   n ? " | " : "doubt \"functions of the library are called that are no part of the interface\" if ",
                   i->others[n]);
    buf_puts(w->out, i->other_count ? ";\n" : "");
}

static void put_words(struct writing *w)
{
    const struct iface *i = w->i;
    for (uint32_t s = 0; s < w->sets.count && i->is_deterministic; s++)
        for (uint32_t r = 0; r < i->region_count; r++)
            if ((w->sets.items[s][r / 64] >> r % 64 & 1) && i->regions[r].words)
                buf_printf(w->out, "/* %u: %s */\n", s, i->regions[r].words);
}

static void put_file(struct writing *w, const char *library, const char *name)
{
    const struct iface *i = w->i;
    struct buf graph = {0}, *whole = w->out;
    w->out = &graph;
    uint64_t *set = arena_zalloc(w->a, iface_set_words(i) * sizeof *set);
    iface_set_initial(i, set);
    state_of(w, set);
    for (uint32_t s = 0; s < w->sets.count; s++)
        put_state(w, s);
    w->out = whole;
    buf_printf(whole,
               "/* In which order the functions of '%s' may be called, as 'cwolf interface --format=rules' found\n"
               " * it: cwolf check -R FILE PROGRAM, or -fplugin-arg-cwolf-rules=FILE in the client's build. */\n",
               library);
    put_words(w);
    for (uint32_t n = 0; n < i->assumption_count; n++)
        put_quoted("assume", i->assumptions[n], whole);
    if (w->has_object && !w->has_maker)
        put_quoted("assume", "an object is all zero before the first call about it", whole);
    if (i->unseen)
        put_quoted("doubt", i->unseen, whole);
    put_others(w);
    buf_puts(whole, "exported;\n");
    if (w->is_each)
        put_handles(w);
    buf_printf(whole, "\n%s \"the interface of '%s' does not allow this call\" :\n    graph %s%s%s;\n", name, library,
               w->is_each ? "each " : "", w->has_object ? "(h)" : "", buf_str(&graph));
    if (w->is_each) {
        put_null_rule(w, library, name);
        put_rest_rule(w, library, name);
    }
    buf_free(&graph);
}

enum status iface_rules(const struct iface *i, const char *library, const char *name, struct buf *out, struct diag *d)
{
    struct writing w = {.i = i, .a = arena_new(), .known = base_intern_new(), .out = out};
    if (i->no_object) {
        base_intern_free(w.known);
        arena_free(w.a);
        return diag_set(d, ST_BAD, (struct place){0}, "no rule can tell what calls of '%s' are about: %s", library,
                        i->no_object);
    }
    for (uint32_t call = 0; call < i->call_count; call++) {
        w.has_object |= i->calls[call].takes || i->calls[call].makes;
        w.has_maker |= i->calls[call].makes;
    }
    w.is_each = is_apart(&w);
    put_file(&w, library, name);
    vec_free(&w.sets);
    base_intern_free(w.known);
    arena_free(w.a);
    return ST_OK;
}
