/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * explain: a ready-made rule in full, with a program that breaks it.
 */
#include "runtime/driver/driver.h"
#include "runtime/driver/help/help_text.h"
#include "runtime/driver/rules.h"
#include "labels/rules.h"

struct explaining {
    const char *wanted; /* a rule, or a set */
    struct buf *out;
    struct arena *arena;
    struct VEC(const char *) names; /* of all rules, for the nearest one */
    bool found;
};

static void put_indented(struct buf *out, const char *text)
{
    while (*text) {
        size_t n = strcspn(text, "\n");
        buf_printf(out, "%s%.*s\n", n ? "    " : "", (int)n, text);
        text += n + (text[n] == '\n');
    }
}

static void explain_rule(void *context, const struct rule *r)
{
    struct explaining *e = context;
    const char *name = arena_printf(e->arena, "%s.%s", r->set, r->name);
    const struct rule_explanation *x = rule_explanation(r->set, r->name);
    vec_push(&e->names, name);
    if (strcmp(e->wanted, name) != 0 && strcmp(e->wanted, r->set) != 0)
        return;
    buf_printf(e->out, "%s%s: %s.\n", e->found ? "\n" : "", name, r->about);
    if (x)
        buf_printf(e->out, "%s\n", x->why);
    buf_puts(e->out, "\nThe rule:\n\n");
    put_indented(e->out, r->text);
    if (x) {
        buf_puts(e->out, "\nA program that breaks it:\n\n");
        put_indented(e->out, x->broken);
    }
    buf_printf(e->out,
               "\nWhere it is meant so: '#pragma cwolf suppress %s \"reason\"' in the function, or a baseline "
               "('cwolf help rules').\n",
               name);
    e->found = true;
}

int cmd_explain(int argc, char **argv)
{
    struct buf text = {0};
    if (argc != 2 || argv[1][0] == '-')
        return driver_say_usage(argv[0], "expected one name: a rule, 'stdio.null' for example, or a set of rules");
    struct explaining e = {.wanted = argv[1], .out = &text, .arena = arena_new()};
    driver_rules_visit(explain_rule, &e);
    const char *near = base_nearest_name(argv[1], e.names.items, e.names.count);
    int status = e.found ? driver_write_output(NULL, &text)
                 : near  ? driver_say_usage(argv[0], "no rule '%s'; did you mean '%s'?", argv[1], near)
                         : driver_say_usage(argv[0], "no rule '%s'; 'cwolf help rules' lists them", argv[1]);
    vec_free(&e.names);
    arena_free(e.arena);
    buf_free(&text);
    return status;
}
