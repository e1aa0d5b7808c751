/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Objects for all variables with static storage, with what they hold at first.
 */
#include "code.h"
#include "runtime/run/host/external.h"

static void initialise(struct machine *m, cwi_id var, const struct cwi_init *x)
{
    struct compiler c = {.m = m, .u = m->u};
    struct frame f = {.m = m};
    uint8_t *at = (uint8_t *)(uintptr_t)m->statics[var] + x->offset;
    if (x->bytes) {
        memcpy(at, x->bytes, x->size);
        return;
    }
    if (x->value->kind == CWI_LOST)
        run_refuse(m, "the initialiser of '%s': %s",
                   cwi_var_of(m->u, var)->name ? cwi_var_of(m->u, var)->name : "an object", x->value->name);
    struct place_code p = {.base = BASE_STATIC,
                           .is_sure = true,
                           .var = var,
                           .offset = x->offset,
                           .t = run_shape_of(m->u, x->value->type),
                           .bit_pos = x->bit_pos,
                           .bit_width = x->bit_width};
    if (p.t.form == FORM_BYTES) /* all of it zero */
        return;
    const struct node *n = run_code_expr(&c, x->value);
    if (p.t.form == FORM_LONG_DOUBLE) {
        long double value = run_eval_wide(n, &f);
        memcpy(at, &value, 10);
    } else {
        run_store(&p, &f, run_eval(n, &f));
    }
}

/* Fragments do not say how objects are aligned: as what has such a size may be. */
static uint64_t alignment_of(uint64_t size)
{
    uint64_t a = GRANULE;
    while (a < 4096 && size && size % (2 * a) == 0)
        a *= 2;
    return a;
}

/* What the room check adds to a program as something of any contents: of zeros it is one that it may have. */
static bool is_made_up(const struct cwi_var *v)
{
    return v->linkage == CWI_EXTERN && v->name && v->name[0] == '(';
}

/* The library's, of which a run with a world has one of its own. */
static bool is_environment(const struct machine *m, const struct cwi_var *v)
{
    const char *name = v->asm_name ? v->asm_name : v->name;
    bool is = name && (!strcmp(name, "environ") || !strcmp(name, "__environ"));
    return m->cfg->has_world && v->linkage == CWI_EXTERN && is;
}

static uint64_t termcap_size(const char *name)
{
    return !strcmp(name, "PC") ? sizeof(char) : !strcmp(name, "ospeed") ? sizeof(short) : sizeof(char *);
}

/* termcap's, of which a program without a terminal finds zeros: of a program that uses termcap. */
static bool is_of_terminal(const struct machine *m, const struct cwi_var *v)
{
    static const char *const names[] = {"PC", "UP", "BC", "ospeed"};
    const char *name = v->asm_name ? v->asm_name : v->name;
    const cwi_id begins = cwi_find_func(m->u, NULL, "tgetent", NULL);
    return m->cfg->has_world && v->linkage == CWI_EXTERN && name &&
           run_is_named(names, sizeof names / sizeof *names, name) && begins &&
           !cwi_func_of(m->u, begins)->block_count && cwi_type_of(m->u, v->type)->size == termcap_size(name);
}

struct val run_environment(struct machine *m)
{
    const char *const none[] = {NULL};
    uint32_t unused;
    if (!m->environment.bits)
        m->environment = run_strings_object(m, none, &unused);
    return m->environment;
}

static void initialise_environment(struct machine *m, cwi_id v)
{
    enum { MOST = sizeof m->environ_at / sizeof *m->environ_at };
    size_t i = 0;
    while (i < MOST && m->environ_at[i] && m->environ_at[i] != m->statics[v])
        i++;
    if (i == MOST)
        run_refuse(m, "the environment has too many names");
    m->environ_at[i] = m->statics[v];
    run_memory_store(&m->mem, (void *)(uintptr_t)m->statics[v], sizeof m->environment.bits, run_environment(m));
}

bool run_has_changed_environment(const struct machine *m)
{
    bool has = false;
    for (size_t i = 0; i < sizeof m->environ_at / sizeof *m->environ_at && m->environ_at[i]; i++)
        has |= memcmp((void *)(uintptr_t)m->environ_at[i], &m->environment.bits, sizeof m->environment.bits) != 0;
    const uint64_t *first = (const uint64_t *)(uintptr_t)m->environment.bits;
    return has || (first && *first);
}

/* A rule has given the variable an object of its own to lead to: that is the host's stream. */
static bool initialise_stream(struct machine *m, cwi_id v)
{
    const struct cwi_var *x = cwi_var_of(m->u, v);
    const struct cwi_expr *e = x->init_count ? x->init->value : NULL;
    const struct cwi_var *to = e && e->kind == CWI_ADDR && e->a->kind == CWI_VAR ? cwi_var_of(m->u, e->a->ref) : NULL;
    if (!to || !to->name || strcmp(to->name, CWI_STANDARD_STREAM) != 0)
        return false;
    FILE *stream = !strcmp(x->name, "stdin") ? stdin : !strcmp(x->name, "stdout") ? stdout : stderr;
    memcpy((void *)(uintptr_t)m->statics[v], &stream, sizeof stream);
    return true;
}

void run_initialise(struct machine *m)
{
    for (cwi_id v = 1; v < m->u->vars.count; v++) {
        const struct cwi_var *x = cwi_var_of(m->u, v);
        bool is_elsewhere =
            x->linkage == CWI_EXTERN && !is_made_up(x) && !is_environment(m, x) && !is_of_terminal(m, x);
        if (cwi_is_automatic(x) || is_elsewhere || x->alias)
            continue;
        uint64_t size = run_code_object_size(m->u, x);
        uint32_t id = run_new_global(m, size, alignment_of(size), v);
        if (!id)
            run_refuse(m, "'%s' has %llu bytes", x->name ? x->name : "an object", (unsigned long long)size);
        m->statics[v] = m->mem.objects.items[id].base;
        if (cwi_is_watched_handle(x) || cwi_is_other_handle(x)) /* nothing is known of what the library keeps there */
            run_memory_set_init(&m->mem, (void *)(uintptr_t)m->statics[v], size, false);
        m->static_objects[v] = id;
    }
    for (cwi_id v = 1; v < m->u->vars.count; v++) {
        const struct cwi_var *x = cwi_var_of(m->u, v);
        bool is_stream = m->static_objects[v] && initialise_stream(m, v);
        for (uint32_t i = 0; m->static_objects[v] && !is_stream && i < x->init_count; i++)
            initialise(m, v, &x->init[i]);
        if (m->static_objects[v] && is_environment(m, x))
            initialise_environment(m, v);
    }
    if (m->cfg->has_world)
        run_environment(m);
    for (cwi_id v = 1; v < m->u->vars.count; v++)
        if (m->static_objects[v])
            m->mem.objects.items[m->static_objects[v]].is_const =
                cwi_var_of(m->u, v)->is_const || cwi_var_of(m->u, v)->linkage == CWI_LITERAL;
}
