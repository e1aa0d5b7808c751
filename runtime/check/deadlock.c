/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * `no-deadlock`: the engine finds states that nothing can follow, and calls that wait for others. Whether the program
 * locks a mutex that it holds, which nobody else will then unlock, is the ready-made rule pthread.double_lock: it is
 * asked behind the other rules, and its answer is a part of the property's.
 */
#include "labels/rules.h"
#include "runtime/check/private.h"

static bool is_asked(const struct check_answer *x)
{
    return x->question && x->question->kind == NOTE_PROPERTY && !x->rule &&
           !strcmp(x->question->u.property.logic, "no-deadlock");
}

static const struct rule *find_rule(struct arena *a, struct diag *d)
{
    struct rules all = {.arena = a};
    const struct rule_set *set = rule_set_by_name("pthread");
    const struct rule *found = NULL;
    if (!note_parse_rules(&all, set->name, set->name, set->text, strlen(set->text), d))
        for (size_t i = 0; i < all.list.count; i++)
            found = strcmp(all.list.items[i]->name, "double_lock") ? found : all.list.items[i];
    vec_free(&all.list);
    struct rule *part = found ? arena_copy(a, found, sizeof *found) : NULL;
    if (part)
        part->is_part = true;
    return part;
}

bool check_deadlock_needs_rule(const struct cwi_unit *u, const struct check_report *r)
{
    bool is_open = false;
    for (uint32_t i = 0; i < r->count; i++)
        is_open |= is_asked(&r->answers[i]) && r->answers[i].verdict != LTS_VERDICT_FALSE;
    return is_open && cwi_find_func(u, NULL, "pthread_mutex_lock", NULL);
}

enum status check_deadlock_add_rule(struct arena *a, const struct rules *given, struct rules *out, struct diag *d)
{
    const struct rule *rule = find_rule(a, d);
    *out = (struct rules){.arena = a};
    for (size_t i = 0; given && i < given->list.count; i++)
        vec_push(&out->list, given->list.items[i]);
    if (rule)
        vec_push(&out->list, rule);
    return rule ? ST_OK : ST_BAD;
}

/* Whether what lies at an offset of a type is a part of a mutex. */
static bool is_of_mutex(const struct cwi_unit *u, cwi_id type, uint64_t offset, cwi_id mutex)
{
    const struct cwi_type *t = cwi_type_of(u, type);
    if (type == mutex)
        return true;
    if (t->kind == CWI_ARRAY) {
        uint64_t size = t->of ? cwi_type_of(u, t->of)->size : 0;
        return size && is_of_mutex(u, t->of, offset % size, mutex);
    }
    for (uint32_t i = 0; (t->kind == CWI_STRUCT || t->kind == CWI_UNION) && i < t->field_count; i++) {
        const struct cwi_field *f = &t->fields[i];
        if (f->offset <= offset && offset - f->offset < cwi_type_of(u, f->type)->size &&
            is_of_mutex(u, f->type, offset - f->offset, mutex))
            return true;
    }
    return false;
}

/* That the initial value of a normal mutex does not have. */
static bool is_set(const struct cwi_expr *value)
{
    return !value || value->kind != CWI_CONST || value->value;
}

struct mutexes {
    cwi_id type;
    bool are_other;
};

/* A store of something else than zero into a mutex that is a variable, or a part of one. */
static void visit_store(void *context, const struct cwi_stmt *s)
{
    struct mutexes *x = context;
    if (s->kind != CWI_ASSIGN || !is_set(s->rhs))
        return;
    for (const struct cwi_expr *e = s->lhs; e; e = cwi_is_lvalue(e) ? e->a : NULL)
        x->are_other |= e->type == x->type;
}

/* Some mutex may be of a type that may be locked twice: by its attributes, its initial value or its initialiser. */
static bool has_other_mutexes(const struct cwi_unit *u)
{
    cwi_id lock = cwi_find_func(u, NULL, "pthread_mutex_lock", NULL);
    const struct cwi_type *t = lock ? cwi_type_of(u, cwi_func_of(u, lock)->type) : NULL;
    cwi_id mutex = t && t->param_count ? cwi_type_of(u, t->params[0])->of : 0;
    if (!mutex || cwi_find_func(u, NULL, "pthread_mutexattr_settype", NULL))
        return true;
    for (cwi_id v = 1; v < u->vars.count; v++) {
        const struct cwi_var *x = cwi_var_of(u, v);
        for (uint32_t i = 0; x->type && i < x->init_count; i++)
            if (is_set(x->init[i].value) && is_of_mutex(u, x->type, x->init[i].offset, mutex))
                return true;
    }
    struct mutexes stored = {.type = mutex};
    cwi_unit_walk(u, visit_store, &stored);
    return stored.are_other;
}

static void withhold(struct arena *a, struct check_answer *x, const char *why)
{
    x->verdict = LTS_VERDICT_MAYBE;
    x->message = arena_printf(a, "property '%s' may be violated: %s", x->name, why);
}

void check_deadlock_join_rule(const struct cwi_unit *u, struct check_report *r)
{
    const struct check_answer rule = r->answers[--r->count];
    struct arena *a = r->arena;
    for (uint32_t i = 0; i < r->count; i++) {
        struct check_answer *x = &r->answers[i];
        if (!is_asked(x) || x->verdict == LTS_VERDICT_FALSE || rule.verdict == LTS_VERDICT_TRUE)
            continue;
        bool surely = rule.verdict == LTS_VERDICT_FALSE && !has_other_mutexes(u);
        bool is_told = surely || x->verdict == LTS_VERDICT_TRUE;
        if (is_told) {
            x->at = rule.at;
            x->func = rule.func;
            x->path = rule.path;
            x->path_length = rule.path_length;
            x->hints = rule.hints;
            x->hint_count = rule.hint_count;
        }
        if (surely) {
            x->verdict = LTS_VERDICT_FALSE;
            x->layer = rule.layer;
            x->message = arena_printf(a, "property '%s' is violated: a mutex is locked that the thread holds", x->name);
        } else if (is_told) {
            withhold(a, x, "a mutex may be locked that the thread holds");
        }
    }
}
