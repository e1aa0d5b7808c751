/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * print.c: notes as text, for travelling and for users; both read back as the same note.
 *
 * Each kind is one row of `printers`. Names that are no identifiers, or that a word of the grammar would hide, are
 * quoted.
 */
#include "runtime/notes/print.h"

void note_print_function(struct printer *p, cwi_id func)
{
    if (p->refs)
        note_print_ref(p, CWI_REF_FUNC, func);
    else
        buf_puts(p->out, cwi_func_of(p->u, func)->name ? cwi_func_of(p->u, func)->name : "?");
}

static void print_string(struct printer *p, const char *s)
{
    buf_putc(p->out, '"');
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\')
            buf_printf(p->out, "\\%c", c);
        else if (c < 32 || c == 127)
            buf_printf(p->out, "\\%03o", (unsigned)c);
        else
            buf_putc(p->out, (char)c);
    }
    buf_putc(p->out, '"');
}

static void print_name(struct printer *p, const char *name)
{
    static const char *const reserved[] = {"_", "input", "output", "entry", "when"};
    bool plain = note_is_identifier(name);
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        plain = plain && strcmp(name, reserved[i]);
    if (plain)
        buf_puts(p->out, name);
    else
        print_string(p, name);
}

static void print_abstract(struct printer *p, const struct note *n)
{
    for (const struct note *m = n; m; m = m->next) {
        if (m != n)
            buf_puts(p->out, ", ");
        if (m->u.abstract.cell) {
            note_print_c(p, m->u.abstract.cell);
        } else {
            buf_puts(p->out, "result of ");
            note_print_function(p, m->u.abstract.result_of);
        }
    }
    buf_puts(p->out, " : ");
    struct buf b = {0};
    abs_print(n->u.abstract.abs, !p->refs, &b);
    /* The preprocessor takes 0..3 for one (bad) number. */
    for (const char *c = buf_str(&b); *c; c++) {
        if (c[0] == '.' && c[1] == '.') {
            buf_puts(p->out, " .. ");
            c++;
        } else {
            buf_putc(p->out, *c);
        }
    }
    buf_free(&b);
}

/* ---- labels ------------------------------------------------------------------------------------------------------ */

static void print_patterns(struct printer *p, const struct note_event *ev)
{
    note_print_function(p, ev->func);
    if (!ev->arg_count)
        return;
    for (uint32_t i = 0; i < ev->arg_count; i++) {
        buf_puts(p->out, i ? ", " : "(");
        switch (ev->args[i].kind) {
        case ARG_ANY:
            buf_putc(p->out, '_');
            break;
        case ARG_NAME:
            buf_puts(p->out, ev->args[i].name);
            break;
        case ARG_VALUE:
            note_print_c(p, ev->args[i].value);
            break;
        }
    }
    buf_putc(p->out, ')');
}

static void print_event(struct printer *p, const struct note_event *ev)
{
    buf_puts(p->out, note_event_words[ev->kind]);
    if (ev->kind == EV_EXEC) {
        buf_putc(p->out, ' ');
        print_string(p, p->u->files.items[ev->exec_file]);
        buf_printf(p->out, ":%u", ev->exec_line);
    } else if (ev->kind != EV_EXIT || ev->cond) {
        buf_putc(p->out, '(');
        if (ev->kind == EV_CALL || ev->kind == EV_RETURN)
            print_patterns(p, ev);
        else
            note_print_c(p, ev->cell ? ev->cell : ev->cond);
        buf_putc(p->out, ')');
    }
    if (ev->when) {
        buf_puts(p->out, " when (");
        note_print_c(p, ev->when);
        buf_putc(p->out, ')');
    }
}

static void print_label(struct printer *p, const struct note *n)
{
    static const char *const directions[] = {"", "input ", "output "};
    print_event(p, &n->u.label.event);
    buf_printf(p->out, " => %s", directions[n->u.label.direction]);
    if (!n->u.label.name) {
        buf_putc(p->out, '_');
        return;
    }
    print_name(p, n->u.label.name);
    for (uint32_t i = 0; i < n->u.label.arg_count; i++) {
        buf_puts(p->out, i ? ", " : "(");
        note_print_c(p, n->u.label.args[i]);
    }
    if (n->u.label.arg_count)
        buf_putc(p->out, ')');
}

/* ---- the other kinds --------------------------------------------------------------------------------------------- */

static void print_property(struct printer *p, const struct note *n)
{
    if (n->u.property.name) {
        print_name(p, n->u.property.name);
        buf_puts(p->out, " : ");
    }
    buf_puts(p->out, n->u.property.logic);
    if (n->u.property.expr) {
        buf_putc(p->out, ' ');
        note_print_c(p, n->u.property.expr);
    } else if (n->u.property.text && *n->u.property.text) {
        const char *target = n->u.property.target;
        buf_putc(p->out, ' ');
        if (target && !strchr(target, ':'))
            print_name(p, target);
        else
            buf_puts(p->out, n->u.property.text);
    }
}

static void print_spec(struct printer *p, const struct note *n)
{
    print_string(p, n->u.spec.file);
    if (n->u.spec.process) {
        buf_putc(p->out, ' ');
        if (note_is_relation(n->u.spec.process))
            print_string(p, n->u.spec.process);
        else
            print_name(p, n->u.spec.process);
    }
    buf_printf(p->out, " %s", n->u.spec.relation);
    if (n->u.spec.entry) {
        buf_puts(p->out, " entry ");
        print_name(p, n->u.spec.entry);
    }
}

static void print_bound(struct printer *p, struct vs_type t, int64_t v)
{
    if (t.bits == 64 && !t.is_signed && v < 0)
        buf_printf(p->out, "%lluu", (unsigned long long)v);
    else if (v == INT64_MIN)
        buf_puts(p->out, "(-9223372036854775807 - 1)");
    else
        buf_printf(p->out, "%lld", (long long)v);
}

static void print_input(struct printer *p, const struct note *n)
{
    cwi_id type = n->u.input.var ? cwi_var_of(p->u, n->u.input.var)->type : cwi_func_of(p->u, n->u.input.func)->type;
    if (n->u.input.func)
        type = type && cwi_type_of(p->u, type)->kind == CWI_FUNC ? cwi_type_of(p->u, type)->of : 0;
    struct vs_type t = note_value_type(p->u, type);
    if (n->u.input.func)
        note_print_function(p, n->u.input.func);
    else if (p->refs)
        note_print_ref(p, CWI_REF_VAR, n->u.input.var);
    else
        buf_puts(p->out, cwi_var_of(p->u, n->u.input.var)->name);
    for (uint32_t i = 0; i < n->u.input.count; i++) {
        const struct note_interval *v = &n->u.input.values[i];
        buf_puts(p->out, i ? ", " : " : ");
        buf_putc(p->out, v->lo == v->hi ? '{' : '[');
        print_bound(p, t, v->lo);
        if (v->lo != v->hi) {
            buf_puts(p->out, ", ");
            print_bound(p, t, v->hi);
        }
        buf_putc(p->out, v->lo == v->hi ? '}' : ']');
    }
    if (!n->u.input.count)
        buf_puts(p->out, " : any");
}

static void print_parameters(struct printer *p, const struct note *n, const char *word, const uint32_t *list,
                             uint32_t count)
{
    const struct cwi_func *f = cwi_func_of(p->u, n->u.external.func);
    buf_printf(p->out, " %s(", word);
    for (uint32_t i = 0; i < count; i++) {
        const char *name = !p->refs && list[i] < f->param_count && f->params[list[i]]
                               ? cwi_var_of(p->u, f->params[list[i]])->name
                               : NULL;
        buf_puts(p->out, i ? ", " : "");
        if (name)
            buf_puts(p->out, name);
        else
            buf_printf(p->out, "%u", list[i] + 1);
    }
    buf_putc(p->out, ')');
}

static void print_external(struct printer *p, const struct note *n)
{
    note_print_function(p, n->u.external.func);
    buf_puts(p->out, " :");
    if (n->u.external.says_reads)
        print_parameters(p, n, "reads", n->u.external.reads, n->u.external.read_count);
    if (n->u.external.says_writes)
        print_parameters(p, n, "writes", n->u.external.writes, n->u.external.write_count);
    if (n->u.external.writes_globals)
        buf_puts(p->out, " globals");
    if (n->u.external.calls_back)
        buf_puts(p->out, " calls");
    if (n->u.external.noreturn)
        buf_puts(p->out, " noreturn");
}

static void print_named_function(struct printer *p, const struct note *n)
{
    note_print_function(p, n->u.function);
}

static void print_predicate(struct printer *p, const struct note *n)
{
    note_print_c(p, n->u.predicate);
}

static void print_rule(struct printer *p, const struct note *n)
{
    buf_puts(p->out, n->u.rule.text);
}

static void print_suppress(struct printer *p, const struct note *n)
{
    print_string(p, n->u.suppress.rule);
    buf_putc(p->out, ' ');
    print_string(p, n->u.suppress.reason);
}

static void (*const printers[NOTE_KINDS])(struct printer *p, const struct note *n) = {
    print_abstract,       print_label,          print_property,  print_spec, print_input,    print_external,
    print_named_function, print_named_function, print_predicate, print_rule, print_suppress,
};

void note_print_canonical(const struct cwi_unit *u, const struct note *n, struct buf *out, struct note_refs *refs)
{
    struct printer p = {u, out, refs};
    printers[n->kind](&p, n);
}

void note_print_pragma(const struct cwi_unit *u, const struct note *n, struct buf *out)
{
    struct printer p = {u, out, NULL};
    buf_printf(out, "#pragma cwolf %s ", note_words[n->kind]);
    printers[n->kind](&p, n);
}
