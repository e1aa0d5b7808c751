/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * rule.c: rules are read. Nothing is looked up: a set names functions that most programs do not have.
 */
#include "runtime/notes/rule_reader.h"

enum { MOST_COUNT = 16 };

/* ---- several events ---------------------------------------------------------------------------------------------- */

static bool read_events(struct reader *r, struct rule_events *out)
{
    struct parser *p = &r->p;
    struct buf text = {0};
    r->events.count = 0;
    bool good = true, in_brackets = note_accept(p, "(");
    do {
        const struct note_token *t = peek(p);
        if (t->kind != TOK_NAME) {
            good = note_fail(p, t->at, "expected an event, f(x) or exit for example, found %s", note_describe(p, t));
            break;
        }
        buf_printf(&text, "%s%s", text.size ? " | " : "", note_word_of(t));
        size_t before = r->events.count;
        good = note_rule_read_event(r);
        if (good && r->events.count == before + 1) {
            text.size -= strlen(strrchr(buf_str(&text), ' ') ? strrchr(buf_str(&text), ' ') + 1 : buf_str(&text));
            buf_puts(&text, r->events.items[before].text);
        }
    } while (good && note_accept(p, "|"));
    if (good && in_brackets) {
        struct rule_event all = {.kind = RULE_CALL};
        struct place at = peek(p)->at;
        good = note_expect(p, ")", "after the events") && note_rule_read_when(r, &all) &&
               note_rule_restrict(r, 0, all.when, at);
    }
    out->items = vec_to_arena(&r->events, p->a);
    out->count = (uint32_t)r->events.count;
    out->text = arena_str(p->a, buf_str(&text));
    buf_free(&text);
    return good;
}

/* ---- one rule ---------------------------------------------------------------------------------------------------- */

static bool expect_word(struct parser *p, const char *word, const char *where)
{
    return note_accept_word(p, word) ||
           note_fail(p, peek(p)->at, "expected '%s' %s, found %s", word, where, note_describe(p, peek(p)));
}

static bool read_scope(struct reader *r, struct rule *x)
{
    struct parser *p = &r->p;
    if (note_accept_word(p, "between")) {
        x->scope = RULE_BETWEEN;
        return read_events(r, &x->begin) && expect_word(p, "and", "after the first event of 'between'") &&
               read_events(r, &x->end);
    }
    if (note_accept_word(p, "before")) {
        x->scope = RULE_BEFORE;
        return read_events(r, &x->end);
    }
    if (!note_accept_word(p, "after"))
        return true;
    x->scope = RULE_AFTER;
    if (!read_events(r, &x->begin))
        return false;
    if (!note_accept_word(p, "until"))
        return true;
    x->scope = RULE_UNTIL;
    return read_events(r, &x->end);
}

static bool read_most(struct reader *r, struct rule *x)
{
    struct parser *p = &r->p;
    struct note_token t = *peek(p);
    x->pattern = RULE_AT_MOST;
    if (t.kind != TOK_NUMBER || t.value < 1 || t.value > MOST_COUNT)
        return note_fail(p, t.at, "expected a number from 1 to %d after 'at most', found %s", MOST_COUNT,
                         note_describe(p, &t));
    note_take(p);
    x->most = (uint32_t)t.value;
    return read_events(r, &x->first);
}

static bool read_always(struct reader *r, struct rule *x)
{
    struct parser *p = &r->p;
    x->pattern = RULE_ALWAYS;
    if (!note_expect(p, "(", "after 'always'"))
        return false;
    x->always = note_take_text_until(p, ")");
    return x->always && note_expect(p, ")", "after the condition");
}

/* The word of a property, which has hyphens in it and needs no more than itself. */
static bool read_logic(struct reader *r, struct rule *x)
{
    struct place at = peek(&r->p)->at;
    x->logic = note_take_logic_word(&r->p);
    for (const struct logic_word *l = note_logic_words; l->word; l++)
        if (!strcmp(l->word, x->logic) && l->kind == LOGIC_NOTHING)
            return true;
    return note_fail(&r->p, at, "'%s' is no property that a rule can be", x->logic);
}

static bool read_pattern(struct reader *r, struct rule *x)
{
    struct parser *p = &r->p;
    if (note_accept_word(p, "always"))
        return read_always(r, x);
    x->pattern = RULE_GRAPH;
    if (x->scope == RULE_ALL && note_accept_word(p, "graph"))
        return note_rule_read_graph(r, x);
    x->pattern = RULE_PROPERTY;
    if (x->scope == RULE_ALL && note_is_word(peek(p), "property") && note_peek_at(p, 1, false)->kind == TOK_NAME)
        return note_take(p), read_logic(r, x);
    x->pattern = RULE_HANDLERS;
    if (x->scope == RULE_ALL && note_is_word(peek(p), "handlers") && note_is_word(note_peek_at(p, 1, false), "call"))
        return note_take(p), note_take(p), expect_word(p, "only", "after 'handlers call'") && read_events(r, &x->first);
    x->pattern = RULE_TESTED;
    if (x->scope == RULE_ALL && note_is_word(peek(p), "handles") && note_is_word(note_peek_at(p, 1, false), "tested")) {
        x->logic = "no-null";
        return note_take(p), note_take(p), true;
    }
    x->pattern = RULE_NEVER;
    if (note_accept_word(p, "never"))
        return read_events(r, &x->first);
    x->pattern = RULE_EVENTUALLY;
    if (note_accept_word(p, "eventually"))
        return read_events(r, &x->first);
    if (note_is_word(peek(p), "at") && note_is_word(note_peek_at(p, 1, false), "most"))
        return note_take(p), note_take(p), read_most(r, x);
    x->pattern = RULE_EXACTLY_ONE;
    if (note_is_word(peek(p), "exactly") && note_is_word(note_peek_at(p, 1, false), "one"))
        return note_take(p), note_take(p), read_events(r, &x->first);
    if (!read_events(r, &x->first))
        return false;
    x->pattern = RULE_PRECEDES;
    if (note_accept_word(p, "precedes"))
        return read_events(r, &x->second);
    x->pattern = RULE_RELEASES;
    if (x->scope == RULE_ALL && note_accept_word(p, "releases"))
        return read_events(r, &x->second);
    x->pattern = RULE_RESPONDS;
    if (note_accept_word(p, "responds"))
        return expect_word(p, "to", "after 'responds'") && read_events(r, &x->second);
    return note_fail(
        p, peek(p)->at,
        "expected never, always, eventually, at most, exactly one, graph, handles tested, property, or an event that "
        "'precedes', 'responds to' or "
        "'releases' another one; found %s",
        note_describe(p, peek(p)));
}

/* ---- objects ----------------------------------------------------------------------------------------------------- */

struct names VEC(const char *);

static void add_name(struct names *out, const char *name)
{
    for (size_t i = 0; name && i < out->count; i++)
        if (!strcmp(out->items[i], name))
            return;
    if (name)
        vec_push(out, name);
}

static void add_names(struct names *out, const struct rule_events *e)
{
    for (uint32_t i = 0; i < e->count; i++) {
        add_name(out, e->items[i].result);
        for (uint32_t k = 0; k < e->items[i].arg_count; k++)
            add_name(out, e->items[i].args[k].kind == RULE_NAME ? e->items[i].args[k].text : NULL);
    }
}

/* A name in the brackets of two parts of the rule is an object: it is the same there. In one part alone it names a
 * value for that event's condition. */
static bool find_object(struct reader *r, struct rule *x)
{
    if (x->pattern == RULE_GRAPH) /* it says so itself */
        return true;
    const struct rule_events *const parts[] = {&x->begin, &x->end, &x->first, &x->second};
    struct names all = {0};
    bool good = true;
    for (size_t i = 0; i < 4; i++)
        add_names(&all, parts[i]);
    for (size_t n = 0; n < all.count && good; n++) {
        int seen = 0;
        for (size_t i = 0; i < 4; i++) {
            struct names of = {0};
            add_names(&of, parts[i]);
            for (size_t k = 0; k < of.count; k++)
                seen += !strcmp(of.items[k], all.items[n]);
            vec_free(&of);
        }
        if (seen > 1 && x->object)
            good =
                note_fail(&r->p, x->at, "a rule is about one object: '%s' and '%s' are two", x->object, all.items[n]);
        else if (seen > 1)
            x->object = all.items[n];
    }
    vec_free(&all);
    return good;
}

static bool counts(const struct rule *x)
{
    return x->pattern == RULE_AT_MOST || x->pattern == RULE_EXACTLY_ONE || x->pattern == RULE_EVENTUALLY;
}

/* `where doubted S`, if it is there: S has the rule's name. */
static bool read_stricter(struct reader *r, const struct rule *x, struct rule **out)
{
    struct parser *p = &r->p;
    *out = NULL;
    if (!note_accept_word(p, "where"))
        return true;
    struct rule *s = ARENA_NEW(p->a, struct rule);
    *s = (struct rule){.name = x->name, .about = x->about, .at = x->at};
    *out = s;
    return expect_word(p, "doubted", "after 'where'") && read_scope(r, s) && read_pattern(r, s) && find_object(r, s);
}

/* What the entries before it say of each rule. */
static void take_context(struct reader *r, struct rule *x)
{
    x->handles = r->handles;
    x->sure = r->sure;
    x->is_by_thread = r->is_by_thread;
    x->is_off = r->is_off;
    x->is_exported = r->is_exported;
    x->assumed = (struct rule_texts){vec_to_arena(&r->assumed, r->p.a), (uint32_t)r->assumed.count};
    x->doubt = r->doubt;
    x->doubt_if = r->doubt_if;
    x->open_if = r->open_if;
}

static bool read_rule(struct reader *r, struct rule *x)
{
    struct parser *p = &r->p;
    struct rule *stricter;
    x->at = peek(p)->at;
    if (!note_expect_name(p, "the rule's name", &x->name, NULL))
        return false;
    if (peek(p)->kind == TOK_STRING)
        x->about = note_take(p).text;
    if (!note_expect(p, ":", "after the rule's name") || !read_scope(r, x) || !read_pattern(r, x) || !find_object(r, x))
        return false;
    /* where one part has all the events, what they name in brackets is counted for each */
    if (!x->object && counts(x) && x->scope == RULE_ALL) {
        struct names of = {0};
        add_names(&of, &x->first);
        x->object = of.count == 1 ? of.items[0] : NULL;
        vec_free(&of);
    }
    if (!read_stricter(r, x, &stricter))
        return false;
    take_context(r, x);
    if (stricter) {
        take_context(r, stricter);
        stricter->doubt = NULL;
        stricter->doubt_if = (struct rule_reason){0};
        x->stricter = stricter;
    }
    return true;
}

/* ---- the doors --------------------------------------------------------------------------------------------------- */

static void reader_init(struct reader *r, struct arena *a, struct note_source *s, const struct note_resolver *nothing,
                        struct diag *d)
{
    memset(r, 0, sizeof *r);
    note_parser_init(&r->p, a, s, nothing, d);
}

static void reader_free(struct reader *r)
{
    vec_free(&r->defined);
    vec_free(&r->events);
    vec_free(&r->assumed);
}

static const struct note_resolver no_names;

enum status note_parse_rule(struct arena *a, const char *text, struct place at, struct rule **out, struct diag *d)
{
    struct reader r;
    struct diag own;
    reader_init(&r, a, note_text_source(a, at.file, text, strlen(text), at.line, at.col), &no_names, d ? d : &own);
    struct rule *x = ARENA_NEW(a, struct rule);
    bool good = read_rule(&r, x) && note_expect_end(&r.p);
    const char *colon = strchr(text, ':');
    if (!x->text)
        x->text = colon ? colon + 1 + strspn(colon + 1, " \t") : text;
    *out = x;
    reader_free(&r);
    return good ? ST_OK : r.p.status;
}

static bool read_definition(struct reader *r)
{
    struct definition x = {0};
    struct rule_event names = {0};
    if (!note_expect_name(&r->p, "the event's name", &x.name, NULL) || !note_rule_read_args(r, &names) ||
        !note_expect(&r->p, ":", "after the event"))
        return false;
    for (uint32_t i = 0; i < names.arg_count; i++)
        x.params[x.param_count++] = names.args[i].text;
    if (!read_events(r, &x.events))
        return false;
    vec_push(&r->defined, x);
    return true;
}

/* What follows `doubt` or `open`: "WHY" if E. */
static bool read_reason(struct reader *r, struct rule_reason *reason)
{
    reason->why = note_take(&r->p).text;
    note_take(&r->p);
    return read_events(r, &reason->calls);
}

/* One entry of a file, up to its semicolon. */
static bool read_entry(struct reader *r, const char *set, struct rules *out)
{
    struct parser *p = &r->p;
    bool is_word_of_ours = note_peek_at(p, 1, false)->kind == TOK_NAME;
    if (is_word_of_ours && note_accept_word(p, "event"))
        return read_definition(r);
    if (is_word_of_ours && note_accept_word(p, "handle"))
        return read_events(r, &r->handles);
    if (is_word_of_ours && note_accept_word(p, "sure"))
        return read_events(r, &r->sure);
    if (note_is_word(peek(p), "by") && note_is_word(note_peek_at(p, 1, false), "thread"))
        return note_take(p), note_take(p), r->is_by_thread = true;
    if (note_is_word(peek(p), "off") && note_is_punct(note_peek_at(p, 1, false), ";"))
        return note_take(p), r->is_off = true;
    if (note_is_word(peek(p), "exported") && note_is_punct(note_peek_at(p, 1, false), ";"))
        return note_take(p), r->is_exported = true;
    bool is_text = note_peek_at(p, 1, false)->kind == TOK_STRING && note_is_punct(note_peek_at(p, 2, false), ";");
    if (is_text && note_accept_word(p, "assume"))
        return vec_push(&r->assumed, (const char *)note_take(p).text), true;
    if (is_text && note_accept_word(p, "doubt"))
        return r->doubt = note_take(p).text, true;
    bool is_if = note_peek_at(p, 1, false)->kind == TOK_STRING && note_is_word(note_peek_at(p, 2, false), "if");
    if (is_if && note_accept_word(p, "doubt"))
        return read_reason(r, &r->doubt_if);
    if (is_if && note_accept_word(p, "open"))
        return read_reason(r, &r->open_if);
    if (is_word_of_ours)
        note_accept_word(p, "rule");
    struct rule *x = ARENA_NEW(out->arena, struct rule);
    if (!read_rule(r, x))
        return false;
    x->set = set;
    vec_push(&out->list, x);
    return true;
}

/* The text of a rule, as it stands between its colon and its semicolon. */
static const char *text_of(struct arena *a, const char *entry, const char *end)
{
    const char *colon = entry;
    for (bool quoted = false; colon < end && (quoted || *colon != ':'); colon++)
        quoted ^= *colon == '"';
    colon += colon < end;
    colon += strspn(colon, " \t\n");
    return arena_strn(a, colon, colon < end ? (size_t)(end - colon) : 0);
}

enum status note_parse_rules(struct rules *out, const char *set, const char *path, const char *text, size_t size,
                             struct diag *d)
{
    struct reader r;
    struct diag own;
    struct arena *a = out->arena;
    reader_init(&r, a, note_text_source(a, path, text, size, 1, 1), &no_names, d ? d : &own);
    const char *at = text;
    bool good = true;
    while (good && peek(&r.p)->kind != TOK_END) {
        size_t before = out->list.count;
        good = read_entry(&r, set, out) && note_expect(&r.p, ";", "after the rule");
        const char *end = memchr(at, ';', (size_t)(text + size - at));
        end = end ? end : text + size;
        if (good && out->list.count > before && out->list.items[before]->pattern != RULE_GRAPH)
            ((struct rule *)(uintptr_t)out->list.items[before])->text = text_of(a, at, end);
        at = end < text + size ? end + 1 : end;
    }
    reader_free(&r);
    return good ? ST_OK : r.p.status;
}

enum status note_parse_bound(struct arena *a, struct cwi_unit *u, const char *text, bool is_condition,
                             const struct rule_bound *bound, uint32_t count, struct place at,
                             const struct cwi_expr **out, struct diag *d)
{
    struct parser p;
    note_parser_init(&p, a, note_text_source(a, at.file, text, strlen(text), at.line, at.col),
                     note_unit_resolver(a, u, 0), d);
    for (uint32_t i = 0; i < count && p.bound_count < BOUND_MAX; i++)
        p.bound[p.bound_count++] = (struct bound){bound[i].name, i, bound[i].type};
    *out = is_condition ? note_parse_c_condition(&p) : note_parse_c_scalar(&p);
    return *out && note_expect_end(&p) ? ST_OK : p.status;
}
