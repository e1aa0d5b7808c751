/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * typename.c: the names of types in casts and sizeof: C's words in any order, struct, union and enum tags, typedef
 * names, stars.
 *
 * A bracket opens a type's name when what follows is one of C's words, a reference to a type, or a name that no
 * variable has and some type does. Tokens before that decision are only looked at. Source: C11 6.7.2, 6.7.7.
 */
#include "runtime/notes/parse.h"

static cwi_id named_type(const struct cwi_unit *u, const char *name)
{
    for (cwi_id i = 1; i < u->types.count; i++)
        if (u->types.items[i]->name && !strcmp(u->types.items[i]->name, name))
            return i;
    return 0;
}

static cwi_id type_by_name(struct parser *p, const char *name)
{
    cwi_id id = p->r->resolve_type ? p->r->resolve_type(p->r->context, name) : 0;
    return id ? id : named_type(p->u, name);
}

static const char *const base_words[] = {"void",   "char",     "short", "int",  "long",  "float",    "double",
                                         "signed", "unsigned", "_Bool", "bool", "const", "volatile", NULL};
enum {
    W_VOID,
    W_CHAR,
    W_SHORT,
    W_INT,
    W_LONG,
    W_FLOAT,
    W_DOUBLE,
    W_SIGNED,
    W_UNSIGNED,
    W_BOOL,
    W_BOOL_MACRO,
    W_CONST,
    W_VOLATILE
};

static int base_word(const struct note_token *t)
{
    for (int i = 0; base_words[i] && t->kind == TOK_NAME; i++)
        if (!strcmp(t->text, base_words[i]))
            return i;
    return -1;
}

static bool is_tag_word(const struct note_token *t)
{
    return t->kind == TOK_NAME && (!strcmp(t->text, "struct") || !strcmp(t->text, "union") || !strcmp(t->text, "enum"));
}

static cwi_id void_type(struct cwi_unit *u)
{
    for (cwi_id i = 1; i < u->types.count; i++)
        if (u->types.items[i]->kind == CWI_VOID)
            return i;
    struct cwi_type t = {.kind = CWI_VOID, .name = "void", .size = CWI_UNKNOWN};
    return cwi_add_type(u, &t);
}

static cwi_id base_type(struct parser *p, const unsigned *seen)
{
    struct cwi_unit *u = p->u;
    bool is_unsigned = seen[W_UNSIGNED];
    if (seen[W_VOID])
        return void_type(u);
    if (seen[W_FLOAT] || seen[W_DOUBLE])
        return note_float_type(u, seen[W_FLOAT] ? 32 : 64);
    if (seen[W_BOOL] || seen[W_BOOL_MACRO])
        return cwi_int_type(u, 1, false);
    if (seen[W_CHAR])
        return cwi_int_type(u, 8, seen[W_SIGNED] || (!is_unsigned && u->char_is_signed));
    uint32_t bits = seen[W_SHORT] ? 16 : seen[W_LONG] > 1 ? 64 : seen[W_LONG] ? note_long_bits(u) : note_int_bits(u);
    return cwi_int_type(u, bits, !is_unsigned);
}

/* The words after the bracket; 1 with *out, 0 when no type stands here, -1 after an error. */
static int specifiers(struct parser *p, unsigned first, cwi_id *out)
{
    const struct note_token *t = note_peek_at(p, first, true);
    bool tag = is_tag_word(t);
    if (t->kind == TOK_REF || (t->kind == TOK_NAME && !tag && base_word(t) < 0)) {
        const char *name = t->kind == TOK_REF ? arena_printf(p->a, "$%lld", (long long)t->value) : t->text;
        if (p->r->resolve(p->r->context, NULL, NULL, name).kind != NAME_UNKNOWN)
            return 0;
        for (unsigned i = 0; i < p->bound_count; i++)
            if (!strcmp(p->bound[i].name, name))
                return 0;
        *out = t->kind == TOK_REF ? p->r->resolve_type(p->r->context, name) : type_by_name(p, name);
        if (!*out)
            return 0;
    } else if (!tag && base_word(t) < 0) {
        return 0;
    }
    while (first--)
        note_take(p); /* decided: the bracket goes */
    if (*out) {
        note_take(p);
        return 1;
    }
    if (tag) {
        struct note_token word = note_take(p);
        const struct note_token *name = peek_c(p);
        const char *full = arena_printf(p->a, "%s %s", word.text, name->kind == TOK_NAME ? name->text : "");
        if (name->kind != TOK_NAME || !(*out = type_by_name(p, full))) {
            note_fail_missing(p, name->at, "no type '%s' is known here", full);
            return -1;
        }
        note_take(p);
        return 1;
    }
    unsigned seen[sizeof base_words / sizeof *base_words] = {0};
    for (int w; (w = base_word(peek_c(p))) >= 0; note_take(p))
        seen[w]++;
    if (seen[W_CONST] + seen[W_VOLATILE] && is_tag_word(peek_c(p)))
        return specifiers(p, 0, out);
    *out = base_type(p, seen);
    return 1;
}

int note_parse_type_name(struct parser *p, unsigned first, cwi_id *out)
{
    *out = 0;
    int found = specifiers(p, first, out);
    if (found <= 0)
        return found;
    unsigned stars = 0;
    for (;;) {
        int w = base_word(peek_c(p));
        if (w == W_CONST || w == W_VOLATILE) {
            note_take(p);
        } else if (note_is_punct(peek_c(p), "*") && stars < 8) {
            note_take(p);
            *out = note_pointer_to(p->u, *out);
            stars++;
        } else {
            break;
        }
    }
    peek_c(p);
    return note_expect(p, ")", "after the type") ? 1 : -1;
}
