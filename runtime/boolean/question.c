/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Questions about Boolean programs: "assert", "unreachable WHERE", each with "NAME :" before it or not.
 */
#include "runtime/boolean/boolean.h"

#include <ctype.h>

struct stmt_list VEC(const struct bool_stmt *);

static const char *skip_blanks(const char *s)
{
    while (isspace((unsigned char)*s))
        s++;
    return s;
}

/* LABEL in any procedure. */
static void find_label(const struct bool_program *p, const char *proc, size_t proc_length, const char *label,
                       struct stmt_list *out)
{
    for (uint32_t i = 0; i < p->proc_count; i++) {
        const struct bool_proc *f = p->procs[i];
        if (proc && (strlen(f->name) != proc_length || memcmp(f->name, proc, proc_length)))
            continue;
        for (uint32_t k = 0; k < f->label_count; k++)
            if (!strcmp(f->labels[k].name, label))
                vec_push(out, &f->stmts[f->labels[k].stmt]);
    }
}

/* The statements that begin on the line. */
static void find_line(const struct bool_program *p, const char *file, uint32_t line, struct stmt_list *out)
{
    for (uint32_t i = 0; i < p->proc_count; i++)
        for (uint32_t k = 0; k < p->procs[i]->stmt_count; k++) {
            const struct bool_stmt *s = &p->procs[i]->stmts[k];
            if (!s->implied && s->at.line == line && s->at.file && base_path_ends_with(s->at.file, file))
                vec_push(out, s);
        }
}

/* LABEL, PROC.LABEL or FILE:LINE; a label or procedure may contain any character, so each reading is tried. */
static enum status find_place(struct arena *a, const struct bool_program *p, const char *where, struct stmt_list *out,
                              struct diag *d)
{
    find_label(p, NULL, 0, where, out);
    for (const char *dot = strchr(where, '.'); !out->count && dot; dot = strchr(dot + 1, '.'))
        find_label(p, where, (size_t)(dot - where), dot + 1, out);
    const char *colon = strrchr(where, ':');
    if (!out->count && colon && colon[1] && strspn(colon + 1, "0123456789") == strlen(colon + 1)) {
        char *file = arena_strn(a, where, (size_t)(colon - where));
        unsigned long line = strtoul(colon + 1, NULL, 10);
        if (line <= UINT32_MAX)
            find_line(p, file, (uint32_t)line, out);
        if (!out->count)
            return diag_set(d, ST_BAD, (struct place){p->file, 0, 0}, "no statement begins at '%s'", where);
    }
    if (!out->count)
        return diag_set(d, ST_BAD, (struct place){p->file, 0, 0},
                        "no label '%s': expected LABEL, PROCEDURE.LABEL or FILE:LINE behind 'unreachable'", where);
    return ST_OK;
}

/* What follows the keyword, or NULL. */
static const char *behind(const char *text, const char *keyword)
{
    size_t n = strlen(keyword);
    if (strncmp(text, keyword, n) || (text[n] && !isspace((unsigned char)text[n])))
        return NULL;
    return skip_blanks(text + n);
}

static const char *without_end_blanks(struct arena *a, const char *text)
{
    size_t n = strlen(text);
    while (n && isspace((unsigned char)text[n - 1]))
        n--;
    return arena_strn(a, text, n);
}

enum status bool_parse_question(struct arena *a, const struct bool_program *p, const char *text,
                                struct bool_question *out, struct diag *d)
{
    text = without_end_blanks(a, skip_blanks(text));
    const char *s = text;
    size_t n = 0;
    *out = (struct bool_question){.name = text};
    while (isalnum((unsigned char)s[n]) || s[n] == '_' || s[n] == '-')
        n++;
    if (n && *skip_blanks(s + n) == ':') {
        out->name = arena_strn(a, s, n);
        s = skip_blanks(skip_blanks(s + n) + 1);
    }
    const char *rest = behind(s, "assert");
    if (!rest)
        rest = behind(s, "reach-assert");
    if (rest && !*rest)
        return out->asserts = true, ST_OK;
    rest = behind(s, "unreachable");
    if (!rest || !*rest)
        return diag_set(d, ST_BAD, (struct place){0},
                        "unknown question '%s': of a Boolean program, expected 'assert' or 'unreachable WHERE'", s);
    struct stmt_list found = {0};
    enum status st = find_place(a, p, rest, &found, d);
    out->target_count = (uint32_t)found.count;
    out->targets = vec_to_arena(&found, a);
    vec_free(&found);
    return st;
}
