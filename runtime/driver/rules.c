/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rules of a command line are found by name and read from files.
 */
#include "runtime/driver/rules.h"
#include "runtime/driver/help/help_text.h"
#include "labels/rules.h"

#include <unistd.h>

enum { RULES_LIMIT = 1 << 20 };

static enum status no_such(const char *name, struct diag *d)
{
    const char *names[16];
    size_t count = 0;
    for (const struct rule_set *s = rule_sets; s->name; s++)
        names[count++] = s->name;
    const char *nearest = base_nearest_name(name, names, count);
    return diag_set(d, ST_BAD, (struct place){0}, "no set of rules, and no file, is called '%s'%s%s%s", name,
                    nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
}

static bool is_among(const struct rules *list, const struct rule *r)
{
    for (size_t i = 0; i < list->list.count; i++) {
        const struct rule *x = list->list.items[i];
        if (x->set && !strcmp(x->set, r->set) && !strcmp(x->name, r->name))
            return true;
    }
    return false;
}

/* Of a set what is not off; of SET.RULE that one. What was named before is asked once. */
static enum status read_set(const struct rule_set *set, const char *only, struct rules *out, struct diag *d)
{
    struct rules all = {.arena = out->arena};
    const char *path = arena_printf(out->arena, "<%s>", set->name);
    enum status st = note_parse_rules(&all, set->name, path, set->text, strlen(set->text), d);
    bool found = false;
    for (size_t i = 0; i < all.list.count && !st; i++) {
        const struct rule *r = all.list.items[i];
        if (only ? strcmp(r->name, only) != 0 : r->is_off)
            continue;
        found = true;
        if (!is_among(out, r))
            vec_push(&out->list, r);
    }
    if (!st && !found)
        st = diag_set(d, ST_BAD, (struct place){0}, "the set '%s' has no rule '%s'; 'cwolf help rules' lists them",
                      set->name, only);
    vec_free(&all.list);
    return st;
}

static enum status read_one(const char *name, struct rules *out, struct diag *d)
{
    const char *dot = strchr(name, '.');
    const struct rule_set *set = rule_set_by_name(dot ? arena_strn(out->arena, name, (size_t)(dot - name)) : name);
    struct buf text = {0};
    enum status st = ST_OK;
    if (set && (!dot || access(name, R_OK)))
        return read_set(set, dot ? dot + 1 : NULL, out, d);
    if (access(name, R_OK) && !strpbrk(name, "./"))
        return no_such(name, d);
    st = base_file_read(name, &text, RULES_LIMIT, d);
    if (!st)
        st = note_parse_rules(out, NULL, arena_str(out->arena, name), arena_str(out->arena, buf_str(&text)), text.size,
                              d);
    buf_free(&text);
    return st;
}

enum status driver_rules_read(const char *list, struct rules *out, struct diag *d)
{
    enum status st = ST_OK;
    while (*list && !st) {
        size_t n = strcspn(list, ",");
        st = read_one(arena_strn(out->arena, list, n), out, d);
        list += n + (list[n] == ',');
    }
    return st;
}

void driver_rules_visit(void (*visit)(void *context, const struct rule *r), void *context)
{
    for (const struct rule_set *set = rule_sets; set->name; set++) {
        struct rules all = {.arena = arena_new()};
        if (note_parse_rules(&all, set->name, set->name, set->text, strlen(set->text), NULL))
            all.list.count = 0; /* the tests read all sets */
        for (size_t i = 0; i < all.list.count; i++)
            visit(context, all.list.items[i]);
        vec_free(&all.list);
        arena_free(all.arena);
    }
}

struct listing {
    struct buf *out;
    const char *set;
};

static void list_rule(void *context, const struct rule *r)
{
    struct listing *l = context;
    const struct rule_explanation *x = rule_explanation(r->set, r->name);
    if (!l->set || strcmp(l->set, r->set) != 0)
        buf_printf(l->out, "\n  %s: %s\n", r->set, rule_set_by_name(r->set)->about);
    l->set = r->set;
    buf_printf(l->out, "  %s.%s: %s.%s\n", r->set, r->name, r->about, r->is_off ? " Only where it is named." : "");
    if (x)
        buf_printf(l->out, "      %s\n", x->why);
}

void driver_help_rules(struct buf *out)
{
    driver_rules_visit(list_rule, &(struct listing){.out = out});
}
