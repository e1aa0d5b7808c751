/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names of labels on the command line: lists between commas, and pairs OLD=NEW.
 *
 * A comma or = inside brackets or double quotes belongs to the name.
 */
#include "lts_command.h"

/* The length of the text up to the first `stop` outside of brackets and quotes. */
static size_t name_length(const char *text, char stop)
{
    int depth = 0;
    bool quoted = false;
    size_t i = 0;
    for (; text[i] && (text[i] != stop || depth > 0 || quoted); i++) {
        if (text[i] == '"')
            quoted = !quoted;
        else if (!quoted)
            depth += (text[i] == '(') - (text[i] == ')');
    }
    return i;
}

static int empty_name(const char *text)
{
    return driver_say_usage("lts", "a name is missing in '%s'", text);
}

static int take_pair(struct lts_options *o, const char *pair)
{
    size_t n = name_length(pair, '=');
    if (!pair[n])
        return driver_say_usage("lts", "--rename: expected OLD=NEW, found '%s'", pair);
    if (!n || !pair[n + 1])
        return empty_name(pair);
    struct lts_edit e = {LTS_RENAME, arena_strn(o->arena, pair, n), pair + n + 1};
    vec_push(&o->edits, e);
    return EX_HOLDS;
}

int driver_lts_take_edits(struct lts_options *o, enum lts_edit_kind kind, const char *text)
{
    int status = EX_HOLDS;
    for (const char *p = text; !status; p++) {
        size_t n = name_length(p, ',');
        const char *name = arena_strn(o->arena, p, n);
        struct lts_edit e = {kind, name, NULL};
        if (!n)
            return empty_name(text);
        if (kind == LTS_RENAME)
            status = take_pair(o, name);
        else
            vec_push(&o->edits, e);
        p += n;
        if (!*p)
            break;
    }
    return status;
}

/* The next of the names between commas, NULL at the end; *bad when it is empty. */
static const char *next_name(struct lts_options *o, const char **text, bool *bad)
{
    size_t n = name_length(*text, ',');
    *bad = **text && !n;
    if (!n)
        return NULL;
    const char *name = arena_strn(o->arena, *text, n);
    *text += n + ((*text)[n] != 0);
    return name;
}

int driver_lts_take_sync(struct lts_options *o, const char *text)
{
    bool bad;
    o->gates = true;
    for (const char *p = text, *name; (name = next_name(o, &p, &bad));)
        vec_push(&o->sync, name);
    return bad ? empty_name(text) : EX_HOLDS;
}

int driver_lts_take_sync_all(struct lts_options *o, const char *text)
{
    bool bad;
    o->gates = true;
    for (const char *p = text, *name; (name = next_name(o, &p, &bad));)
        vec_push(&o->sync_all, name);
    return bad ? empty_name(text) : EX_HOLDS;
}

int driver_lts_apply_edits(const struct lts_options *o, struct lts *const *systems, size_t count)
{
    struct diag d = {0};
    if (!o->edits.count)
        return EX_HOLDS;
    enum status st = lts_check_edits((const struct lts *const *)systems, count, o->edits.items, o->edits.count, &d);
    if (st != ST_OK)
        return driver_say_failure(st, &d);
    for (size_t i = 0; i < count; i++)
        lts_relabel(systems[i], o->edits.items, o->edits.count);
    return EX_HOLDS;
}
