/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Printing Boolean programs as the parser reads them.
 *
 * Invariant: parsing what is printed gives an equal program, whose print is the same text.
 */
#include "runtime/boolean/lex.h"

#include <ctype.h>

void bool_print_name(const char *name, struct buf *out)
{
    bool plain = !isdigit((unsigned char)*name) && !bool_is_keyword(name);
    for (const char *s = name; *s; s++)
        plain = plain && (isalnum((unsigned char)*s) || *s == '_');
    buf_printf(out, plain ? "%s" : "{%s}", name);
}

/* How strongly an operator binds, and how it is written between its operands. */
static const struct notation {
    int level;
    const char *text;
} operators[] = {
    [BOOL_CONDITIONAL] = {1, NULL}, [BOOL_IMPLIES] = {2, " => "}, [BOOL_OR] = {3, " | "},
    [BOOL_XOR] = {4, " ^ "},        [BOOL_AND] = {5, " & "},      [BOOL_EQUAL] = {6, " = "},
    [BOOL_DIFFERENT] = {6, " != "}, [BOOL_NOT] = {7, "!"},        [BOOL_FALSE] = {8, "0"},
    [BOOL_TRUE] = {8, "1"},         [BOOL_STAR] = {8, "*"},       [BOOL_VARIABLE] = {8, NULL},
    [BOOL_CHOOSE] = {8, NULL},
};

static void print_expr(const struct bool_expr *e, int level, struct buf *out);

/* a op b: of operators of one level, those that group to the left take an equal level there; => takes it right. */
static void print_binary(const struct bool_expr *e, struct buf *out)
{
    const struct notation *o = &operators[e->op];
    bool left = e->op == BOOL_XOR || e->op == BOOL_EQUAL || e->op == BOOL_DIFFERENT;
    for (uint32_t i = 0; i < e->count; i++) {
        bool same = (left && i == 0) || (e->op == BOOL_IMPLIES && i == 1);
        if (i)
            buf_puts(out, o->text);
        print_expr(e->args[i], o->level + !same, out);
    }
}

/* `level`: the weakest operator that needs no brackets. */
static void print_expr(const struct bool_expr *e, int level, struct buf *out)
{
    bool brackets = operators[e->op].level < level;
    if (brackets)
        buf_putc(out, '(');
    switch (e->op) {
    case BOOL_VARIABLE:
        bool_print_name(e->name, out);
        break;
    case BOOL_NOT:
        buf_putc(out, '!');
        print_expr(e->args[0], 7, out);
        break;
    case BOOL_CONDITIONAL:
        print_expr(e->args[0], 2, out);
        buf_puts(out, " ? ");
        print_expr(e->args[1], 1, out);
        buf_puts(out, " : ");
        print_expr(e->args[2], 1, out);
        break;
    case BOOL_CHOOSE:
        buf_puts(out, "choose(");
        print_expr(e->args[0], 0, out);
        buf_puts(out, ", ");
        print_expr(e->args[1], 0, out);
        buf_putc(out, ')');
        break;
    case BOOL_FALSE:
    case BOOL_TRUE:
    case BOOL_STAR:
        buf_puts(out, operators[e->op].text);
        break;
    default:
        print_binary(e, out);
    }
    if (brackets)
        buf_putc(out, ')');
}

static void print_args(const struct bool_stmt *s, struct buf *out)
{
    for (uint32_t i = 0; i < s->arg_count; i++) {
        buf_puts(out, i ? ", " : "");
        print_expr(s->args[i], 0, out);
    }
}

static void print_names(const struct bool_name *names, size_t count, struct buf *out)
{
    for (size_t i = 0; i < count; i++) {
        buf_puts(out, i ? ", " : "");
        bool_print_name(names[i].text, out);
    }
}

/* `labels`: the names of labels made up for statements that have none, by index; or NULL. */
static void print_targets(const struct bool_stmt *s, char *const *labels, struct buf *out)
{
    for (uint32_t i = 0; i < s->target_count; i++) {
        const struct bool_target *t = &s->targets[i];
        buf_puts(out, i ? ", " : " ");
        if (t->name || labels)
            bool_print_name(t->name ? t->name : labels[t->stmt], out);
        else
            buf_puts(out, "...");
    }
}

static void print_stmt(const struct bool_stmt *s, char *const *labels, struct buf *out)
{
    static const char *const words[] = {
        [BOOL_SKIP] = "skip",     [BOOL_ASSUME] = "assume ", [BOOL_ASSERT] = "assert ", [BOOL_GOTO] = "goto",
        [BOOL_RETURN] = "return", [BOOL_ASSIGN] = "",        [BOOL_CALL] = ""};
    print_names(s->names, s->name_count, out);
    buf_puts(out, s->name_count ? " := " : words[s->kind]);
    if (s->kind == BOOL_CALL) {
        bool_print_name(s->callee.text, out);
        buf_putc(out, '(');
    }
    if (s->kind == BOOL_RETURN && s->arg_count)
        buf_putc(out, ' ');
    print_args(s, out);
    print_targets(s, labels, out);
    buf_puts(out, s->kind == BOOL_CALL ? ");" : ";");
}

void bool_print_stmt(const struct bool_program *p, const struct bool_stmt *s, struct buf *out)
{
    (void)p;
    print_stmt(s, NULL, out);
}

/* Labels for the targets that have none: L1, L2, ... but for those that the procedure uses. */
static char **make_labels(struct arena *a, const struct bool_proc *f)
{
    struct intern *used = base_intern_new();
    char **labels = ARENA_ARRAY(a, char *, f->stmt_count);
    uint32_t number = 0;
    for (uint32_t i = 0; i < f->label_count; i++) {
        base_intern_add(used, f->labels[i].name, strlen(f->labels[i].name));
        labels[f->labels[i].stmt] = arena_str(a, f->labels[i].name);
    }
    for (uint32_t i = 0; i < f->stmt_count; i++)
        for (uint32_t k = 0; k < f->stmts[i].target_count; k++) {
            const struct bool_target *t = &f->stmts[i].targets[k];
            if (t->name || labels[t->stmt])
                continue;
            do
                labels[t->stmt] = arena_printf(a, "L%u", ++number);
            while (base_intern_find(used, labels[t->stmt], strlen(labels[t->stmt])) != UINT32_MAX);
        }
    base_intern_free(used);
    return labels;
}

static void print_decl(const struct bool_name *names, size_t count, const char *indent, struct buf *out)
{
    if (!count)
        return;
    buf_printf(out, "%sdecl ", indent);
    print_names(names, count, out);
    buf_puts(out, ";\n");
}

static void print_head(const struct bool_proc *f, struct buf *out)
{
    if (!f->return_count)
        buf_puts(out, "void ");
    else if (f->return_count == 1)
        buf_puts(out, "bool ");
    else
        buf_printf(out, "bool<%u> ", f->return_count);
    bool_print_name(f->name, out);
    buf_putc(out, '(');
    print_names(f->locals, f->parameter_count, out);
    buf_puts(out, ")\nbegin\n");
    print_decl(f->locals + f->parameter_count, f->local_count - f->parameter_count, "    ", out);
    if (f->enforce) {
        buf_puts(out, "    enforce ");
        print_expr(f->enforce, 0, out);
        buf_puts(out, ";\n");
    }
}

/* Where the statement comes from, if that is another file than the Boolean program itself. */
static void print_origin(const struct bool_program *p, const struct bool_stmt *s, struct buf *out)
{
    if (s->at.file && s->at.line && p->file && strcmp(s->at.file, p->file) != 0 && !strchr(s->at.file, '\n'))
        buf_printf(out, " // %s:%u", s->at.file, s->at.line);
}

static void print_proc(const struct bool_program *p, const struct bool_proc *f, struct buf *out)
{
    struct arena *a = arena_new();
    char **made = make_labels(a, f);
    uint32_t next = 0;
    print_head(f, out);
    for (uint32_t i = 0; i < f->stmt_count; i++) {
        bool own = false;
        for (; next < f->label_count && f->labels[next].stmt == i; next++, own = true) {
            bool_print_name(f->labels[next].name, out);
            buf_puts(out, ":\n");
        }
        if (!own && made[i])
            buf_printf(out, "%s:\n", made[i]);
        if (i + 1 == f->stmt_count)
            break; /* the implied return */
        buf_puts(out, "    ");
        print_stmt(&f->stmts[i], made, out);
        print_origin(p, &f->stmts[i], out);
        buf_putc(out, '\n');
    }
    buf_puts(out, "end\n");
    arena_free(a);
}

void bool_print(const struct bool_program *p, struct buf *out)
{
    print_decl(p->globals, p->global_count, "", out);
    for (uint32_t i = 0; i < p->proc_count; i++) {
        if (i || p->global_count)
            buf_putc(out, '\n');
        print_proc(p, p->procs[i], out);
    }
}
