/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Scripts to trees. Invariant: a tree that comes out needs no check but of files and labels: names, relations, families
 * and formats are known.
 */
#include "runtime/lts/compose/script.h"
#include "runtime/lts/relations.h"

#include <stdlib.h>

enum { DEEPEST = 500 };
struct parser {
    struct script *s;
    struct script_lexer x;
    uint32_t depth;
};
struct nodes {
    struct VEC(struct script_node *) list;
};

static enum status parse_system(struct parser *p, struct script_node **out);
static enum status parse_part(struct parser *p, struct script_node **out);

static struct script_node *new_node(struct parser *p, enum script_kind kind, struct place at)
{
    struct script_node *n = ARENA_NEW(p->s->arena, struct script_node);
    n->kind = kind;
    n->at = at;
    return n;
}

static void set_parts(struct parser *p, struct script_node *n, struct script_node *const *parts, size_t count)
{
    n->parts = arena_copy(p->s->arena, parts, count * sizeof *parts);
    n->parts_count = count;
}

/* "no relation 'waek'; did you mean 'weak'?" for what a table does not have. */
static enum status unknown(struct parser *p, const char *what, const char *const *names, size_t count)
{
    const char *near = base_nearest_name(p->x.text, names, count);
    if (near)
        return diag_set(p->x.d, ST_BAD, p->x.place, "no %s '%s'; did you mean '%s'?", what, p->x.text, near);
    return diag_set(p->x.d, ST_BAD, p->x.place, "no %s '%s'", what, p->x.text);
}

/* ---- labels ------------------------------------------------------------------------------------------------------ */

struct labels {
    struct VEC(struct script_label) list;
};

/* The word in hand is what stands before the first label; afterwards it is what stands behind the last. */
static enum status parse_labels(struct parser *p, struct labels *out)
{
    do {
        compose_script_next_label(&p->x);
        if (p->x.word != SW_NAME)
            return ST_BAD;
        struct script_label l = {p->x.place, p->x.text};
        vec_push(&out->list, l);
        compose_script_next(&p->x);
    } while (compose_script_is_sign(&p->x, ","));
    return ST_OK;
}

static enum status parse_pairs(struct parser *p, struct labels *from, struct labels *to)
{
    do {
        struct labels *side[2] = {from, to};
        for (int i = 0; i < 2; i++) {
            compose_script_next_label(&p->x);
            if (p->x.word != SW_NAME)
                return ST_BAD;
            struct script_label l = {p->x.place, p->x.text};
            vec_push(&side[i]->list, l);
            compose_script_next(&p->x);
            if (i == 0 && !compose_script_is_sign(&p->x, "="))
                return compose_script_expected(&p->x, "'=' and the new name");
        }
    } while (compose_script_is_sign(&p->x, ","));
    return ST_OK;
}

static void set_edits(struct parser *p, struct script_node *n, enum lts_edit_kind kind, const struct labels *from,
                      const struct labels *to)
{
    n->edit_count = from->list.count;
    n->edits = ARENA_ARRAY(p->s->arena, struct lts_edit, n->edit_count);
    n->edit_at = ARENA_ARRAY(p->s->arena, struct place, n->edit_count);
    for (size_t i = 0; i < n->edit_count; i++) {
        const char *new_name = kind == LTS_RENAME ? to->list.items[i].name : NULL;
        n->edits[i] = (struct lts_edit){kind, from->list.items[i].name, new_name};
        n->edit_at[i] = from->list.items[i].at;
    }
}

/* ---- parts ------------------------------------------------------------------------------------------------------- */

static enum status parse_edit(struct parser *p, enum lts_edit_kind kind, struct script_node **out)
{
    struct labels from = {0}, to = {0};
    struct script_node *n = new_node(p, SN_EDIT, p->x.place), *inner;
    n->text = p->x.text;
    enum status st = kind == LTS_RENAME ? parse_pairs(p, &from, &to) : parse_labels(p, &from);
    if (st == ST_OK && !compose_script_is_word(&p->x, "in"))
        st = compose_script_expected(&p->x, "',' or 'in' and the system");
    if (st == ST_OK)
        set_edits(p, n, kind, &from, &to);
    vec_free(&from.list);
    vec_free(&to.list);
    if (st != ST_OK)
        return st;
    compose_script_next(&p->x);
    st = parse_system(p, &inner);
    if (st == ST_OK)
        set_parts(p, n, &inner, 1);
    *out = n;
    return st;
}

static enum status parse_reduce(struct parser *p, struct script_node **out)
{
    bool preorder, found;
    struct script_node *n = new_node(p, SN_REDUCE, p->x.place), *inner;
    compose_script_next(&p->x);
    if (p->x.word != SW_NAME)
        return compose_script_expected(&p->x, "the name of a relation");
    n->text = p->x.text;
    n->relation = lts_relation_by_name(n->text, &preorder, &found);
    if (!found) {
        const char *names[64];
        size_t count = 0;
        for (const struct lts_relation_row *r = lts_relations; r->name && count < 64; r++)
            names[count++] = r->name;
        return unknown(p, "relation", names, count);
    }
    if (preorder || !lts_relation_row_of(n->relation)->reduces)
        return diag_set(p->x.d, ST_BAD, p->x.place, "relation '%s' compares systems, but does not reduce them",
                        n->text);
    compose_script_next(&p->x);
    enum status st = parse_part(p, &inner);
    if (st == ST_OK)
        set_parts(p, n, &inner, 1);
    *out = n;
    return st;
}

static enum status parse_generate(struct parser *p, struct script_node **out)
{
    struct script_node *n = new_node(p, SN_GENERATE, p->x.place);
    size_t count = 0, given = 0;
    compose_script_next(&p->x);
    if (p->x.word != SW_NAME)
        return compose_script_expected(&p->x, "the name of a family");
    n->text = p->x.text;
    n->family = lts_family_by_name(n->text);
    if (!n->family) {
        const char *names[64];
        for (const struct lts_family *f = lts_families; f->name && count < 64; f++)
            names[count++] = f->name;
        return unknown(p, "family", names, count);
    }
    for (; n->family->parameters[count].name; count++)
        n->values[count] = n->family->parameters[count].fallback;
    for (compose_script_next(&p->x); p->x.word == SW_NUMBER; compose_script_next(&p->x)) {
        if (given == count)
            return diag_set(p->x.d, ST_BAD, p->x.place, "family '%s' takes %zu number%s", n->text, count,
                            count == 1 ? "" : "s");
        n->values[given++] = p->x.number;
    }
    *out = n;
    return ST_OK;
}

static enum status parse_name(struct parser *p, struct script_node **out)
{
    static const char *const reserved[] = {"in", "write", NULL};
    struct script_node *n = new_node(p, SN_NAME, p->x.place);
    n->text = p->x.text;
    for (size_t i = 0; reserved[i]; i++)
        if (!strcmp(n->text, reserved[i]))
            return compose_script_expected(&p->x, "a system");
    uint32_t v = (uint32_t)p->s->variables.count;
    while (v-- > 0)
        if (!strcmp(p->s->variables.items[v], n->text))
            break;
    if (v == UINT32_MAX && strchr(n->text, '.'))
        return diag_set(p->x.d, ST_BAD, p->x.place, "no system named '%s'; a file is written in quotes: \"%s\"",
                        n->text, n->text);
    if (v == UINT32_MAX)
        return unknown(p, "system named", p->s->variables.items, p->s->variables.count);
    n->variable = v;
    p->s->uses.items[v]++;
    compose_script_next(&p->x);
    *out = n;
    return ST_OK;
}

static enum status parse_file_or_group(struct parser *p, struct script_node **out)
{
    if (p->x.word == SW_STRING) {
        *out = new_node(p, SN_FILE, p->x.place);
        (*out)->text = p->x.text;
        compose_script_next(&p->x);
        return ST_OK;
    }
    if (!compose_script_is_sign(&p->x, "("))
        return compose_script_expected(&p->x,
                                       "a system: a \"file\", a name, '(', hide, rename, restrict, reduce or generate");
    compose_script_next(&p->x);
    enum status st = parse_system(p, out);
    if (st == ST_OK && !compose_script_is_sign(&p->x, ")"))
        return compose_script_expected(&p->x, "an operator or ')'");
    if (st == ST_OK)
        compose_script_next(&p->x);
    return st;
}

static enum status parse_part(struct parser *p, struct script_node **out)
{
    enum status st;
    if (++p->depth > DEEPEST)
        return diag_set(p->x.d, ST_BAD, p->x.place, "systems are nested more than %d deep", DEEPEST);
    if (compose_script_is_word(&p->x, "hide"))
        st = parse_edit(p, LTS_HIDE, out);
    else if (compose_script_is_word(&p->x, "restrict"))
        st = parse_edit(p, LTS_RESTRICT, out);
    else if (compose_script_is_word(&p->x, "rename"))
        st = parse_edit(p, LTS_RENAME, out);
    else if (compose_script_is_word(&p->x, "reduce"))
        st = parse_reduce(p, out);
    else if (compose_script_is_word(&p->x, "generate"))
        st = parse_generate(p, out);
    else if (p->x.word == SW_NAME)
        st = parse_name(p, out);
    else
        st = parse_file_or_group(p, out);
    p->depth--;
    return st;
}

/* ---- operators --------------------------------------------------------------------------------------------------- */

static bool is_operator(const struct script_lexer *x)
{
    return x->word == SW_SIGN && x->text[0] == '|';
}

/* The operator in hand, as a node without parts. */
static enum status parse_operator(struct parser *p, struct script_node **out)
{
    struct script_node *n = new_node(p, SN_COMPOSE, p->x.place);
    struct labels names = {0};
    enum status st = ST_OK;
    n->operator_text = p->x.text;
    n->style = strcmp(p->x.text, "|") ? LTS_GATES : LTS_HANDSHAKE;
    if (!strcmp(p->x.text, "||")) {
        struct script_label all = {p->x.place, "*"};
        vec_push(&names.list, all);
    }
    n->sync_all = !strcmp(p->x.text, "|[");
    if (n->sync_all || !strcmp(p->x.text, "|[[")) {
        st = parse_labels(p, &names);
        if (st == ST_OK && !compose_script_is_sign(&p->x, n->sync_all ? "]|" : "]]|"))
            st = compose_script_expected(&p->x, n->sync_all ? "',' or ']|'" : "',' or ']]|'");
    }
    n->sync = vec_to_arena(&names.list, p->s->arena);
    n->sync_count = names.list.count;
    vec_free(&names.list);
    compose_script_next(&p->x);
    *out = n;
    return st;
}

static bool same_operator(const struct script_node *a, const struct script_node *b)
{
    if (strcmp(a->operator_text, b->operator_text) || a->sync_count != b->sync_count)
        return false;
    for (size_t i = 0; i < a->sync_count; i++)
        if (strcmp(a->sync[i].name, b->sync[i].name))
            return false;
    return true;
}

/* What was composed up to here becomes the first part of what follows. */
static void close_composition(struct parser *p, struct script_node *composition, struct nodes *parts)
{
    set_parts(p, composition, parts->list.items, parts->list.count);
    parts->list.count = 0;
    vec_push(&parts->list, composition);
}

static enum status parse_system(struct parser *p, struct script_node **out)
{
    struct nodes parts = {0};
    struct script_node *part = NULL, *composition = NULL, *next;
    enum status st = parse_part(p, &part);
    vec_push(&parts.list, part);
    while (st == ST_OK && is_operator(&p->x)) {
        st = parse_operator(p, &next);
        bool other = st == ST_OK && composition && !same_operator(composition, next);
        if (other)
            close_composition(p, composition, &parts);
        if (other || !composition)
            composition = next;
        if (st == ST_OK)
            st = parse_part(p, &part);
        vec_push(&parts.list, part);
    }
    if (st == ST_OK && composition)
        close_composition(p, composition, &parts);
    *out = parts.list.items[0];
    vec_free(&parts.list);
    return st;
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

static enum status parse_write(struct parser *p)
{
    struct script_statement s = {.writes = true, .at = p->x.place};
    compose_script_next(&p->x);
    enum status st = parse_system(p, &s.system);
    if (st != ST_OK)
        return st;
    if (p->x.word != SW_STRING)
        return compose_script_expected(&p->x, "the \"file\" to write");
    s.file = p->x.text;
    s.format = lts_format_by_suffix(s.file);
    if (s.format == LTS_FMT_UNKNOWN && !strcmp(s.file, "-"))
        s.format = LTS_FMT_AUT;
    if (s.format == LTS_FMT_UNKNOWN)
        return diag_set(p->x.d, ST_BAD, p->x.place, "the suffix of '%s' is of no format that can be written", s.file);
    vec_push(&p->s->statements, s);
    compose_script_next(&p->x);
    return ST_OK;
}

static enum status parse_definition(struct parser *p)
{
    struct script_statement s = {.at = p->x.place};
    const char *name = p->x.text;
    static const char *const reserved[] = {"hide", "rename", "restrict", "reduce", "generate", "in", NULL};
    for (size_t i = 0; reserved[i]; i++)
        if (!strcmp(name, reserved[i]))
            return compose_script_expected(&p->x, "NAME = system, or 'write'");
    compose_script_next(&p->x);
    if (!compose_script_is_sign(&p->x, "="))
        return compose_script_expected(&p->x, "'=' and a system");
    compose_script_next(&p->x);
    enum status st = parse_system(p, &s.system);
    if (st != ST_OK)
        return st;
    s.variable = (uint32_t)p->s->variables.count; /* a name given again hides the old one from here on */
    vec_push(&p->s->variables, name);
    vec_push(&p->s->uses, 0);
    vec_push(&p->s->statements, s);
    return ST_OK;
}

enum status compose_script_parse(struct script *s, const char *name, const char *text, size_t size, struct diag *d)
{
    struct parser p = {.s = s};
    enum status st = ST_OK;
    compose_script_lexer_start(&p.x, name, text, size, s->arena, d);
    compose_script_next(&p.x);
    while (st == ST_OK && p.x.word != SW_END) {
        if (compose_script_is_word(&p.x, "write"))
            st = parse_write(&p);
        else if (p.x.word == SW_NAME)
            st = parse_definition(&p);
        else
            st = compose_script_expected(&p.x, "NAME = system, or 'write'");
    }
    return st;
}

void compose_script_free(struct script *s)
{
    vec_free(&s->statements);
    vec_free(&s->variables);
    vec_free(&s->uses);
}
