/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Units as text for people and golden tests: statements in C syntax, sections as in the thesis (DuVarney 2002,
 * figures 2.3 and 3.2). Invariant: equal units have equal dumps. Of expressions the dump shows what C shows; the XML
 * has the rest.
 */
#include "runtime/cwi/print.h"

static void print_cases(const struct cwi_unit *u, const struct cwi_stmt *s, struct buf *out)
{
    bool is_signed = s->rhs && s->rhs->type < u->types.count && cwi_type_of(u, s->rhs->type)->is_signed;
    for (uint32_t i = 0; i < s->case_count; i++) {
        const struct cwi_case *c = &s->cases[i];
        const char *format = is_signed ? "case %lld" : "case %llu";
        if (c->name)
            buf_printf(out, "case %s", c->name);
        else
            buf_printf(out, format, (long long)c->lo);
        if (c->hi != c->lo)
            buf_printf(out, is_signed ? " ... %lld" : " ... %llu", (long long)c->hi);
        buf_printf(out, ": goto %u; ", c->target);
    }
    buf_printf(out, "default: goto %u", s->targets[0]);
}

static void print_args(const struct cwi_unit *u, const struct cwi_expr **args, uint32_t first, uint32_t count,
                       struct buf *out)
{
    for (uint32_t i = first; i < count; i++) {
        buf_puts(out, i > first ? ", " : "");
        cwi_print_expr(u, args[i], out);
    }
}

static void print_call(const struct cwi_unit *u, const struct cwi_stmt *s, struct buf *out)
{
    if (s->lhs) {
        cwi_print_expr(u, s->lhs, out);
        buf_puts(out, " = ");
    }
    bool plain = s->rhs->kind == CWI_FUNCREF || s->rhs->kind == CWI_VAR || s->rhs->kind == CWI_FIELD ||
                 s->rhs->kind == CWI_INDEX;
    buf_puts(out, plain ? "" : "(");
    cwi_print_expr(u, s->rhs, out);
    buf_puts(out, plain ? "(" : ")(");
    print_args(u, s->args, 0, s->arg_count, out);
    buf_putc(out, ')');
}

static void print_asm(const struct cwi_unit *u, const struct cwi_stmt *s, struct buf *out)
{
    const char *text = s->text ? s->text : "";
    buf_puts(out, "asm(");
    cwi_print_string((const uint8_t *)text, strlen(text), out);
    if (s->arg_count || s->clobbers_memory)
        buf_puts(out, " : ");
    print_args(u, s->args, 0, s->outputs, out);
    if (s->arg_count > s->outputs || s->clobbers_memory)
        buf_puts(out, " : ");
    print_args(u, s->args, s->outputs, s->arg_count, out);
    buf_puts(out, s->clobbers_memory ? " : memory)" : ")");
}

static void print_target_list(const struct cwi_stmt *s, struct buf *out)
{
    for (uint32_t i = 0; i < s->target_count; i++)
        buf_printf(out, "%s%u", i ? " or " : "", s->targets[i]);
}

void cwi_print_stmt(const struct cwi_unit *u, const struct cwi_func *f, const struct cwi_stmt *s, struct buf *out)
{
    (void)f;
    switch (s->kind) {
    case CWI_ASSIGN:
        cwi_print_expr(u, s->lhs, out);
        buf_puts(out, " = ");
        cwi_print_expr(u, s->rhs, out);
        break;
    case CWI_CALL:
        print_call(u, s, out);
        break;
    case CWI_ASM:
        print_asm(u, s, out);
        break;
    case CWI_FORGET:
        buf_puts(out, "forget ");
        if (s->lhs)
            cwi_print_expr(u, s->lhs, out);
        else
            buf_puts(out, "everything");
        buf_printf(out, ": %s", s->text ? s->text : "unsupported");
        break;
    case CWI_END:
        buf_puts(out, "end of ");
        cwi_print_expr(u, s->lhs, out);
        break;
    case CWI_GOTO:
        buf_printf(out, "goto %u", s->targets[0]);
        break;
    case CWI_IF:
        buf_puts(out, "if (");
        cwi_print_expr(u, s->rhs, out);
        buf_printf(out, ") goto %u; else goto %u", s->targets[0], s->targets[1]);
        break;
    case CWI_SWITCH:
        buf_puts(out, "switch (");
        cwi_print_expr(u, s->rhs, out);
        buf_puts(out, ") { ");
        print_cases(u, s, out);
        buf_puts(out, " }");
        break;
    case CWI_IGOTO:
        buf_puts(out, "goto *");
        if (s->rhs)
            cwi_print_expr(u, s->rhs, out);
        buf_puts(out, ": ");
        print_target_list(s, out);
        break;
    case CWI_RETURN:
        buf_puts(out, s->rhs ? "return " : "return");
        if (s->rhs)
            cwi_print_expr(u, s->rhs, out);
        break;
    default:
        buf_puts(out, s->text && !strcmp(s->text, "trap") ? "trap" : "unreachable");
    }
}

/* ---- whole units ------------------------------------------------------------------------------------------------- */

static void dump_place(const struct cwi_unit *u, struct cwi_place at, struct buf *out)
{
    if (at.file || at.line)
        buf_printf(out, "  [%s:%u:%u]", at.file ? u->files.items[at.file] : "?", at.line, at.col);
}

static void dump_flags(const struct cwi_flag *flags, const void *object, struct buf *out)
{
    for (; flags->letter; flags++)
        if (*cwi_flag_of(flags, object)) {
            buf_putc(out, ' ');
            for (const char *p = flags->name + strlen("is_") * !strncmp(flags->name, "is_", 3); *p; p++)
                buf_putc(out, *p == '_' ? '-' : *p);
        }
}

static void dump_count(uint64_t n, const char *thing, struct buf *out)
{
    buf_printf(out, "%llu %s%s", (unsigned long long)n, thing, n == 1 ? "" : "s");
}

static void dump_bits(uint8_t pos, uint8_t width, struct buf *out)
{
    if (width)
        buf_printf(out, " bits %u..%u", pos, pos + width - 1u);
}

static void dump_type(const struct cwi_unit *u, size_t i, struct buf *out)
{
    const struct cwi_type *t = u->types.items[i];
    buf_printf(out, "  %zu %s", i, cwi_type_kind_names[t->kind]);
    if (t->name)
        buf_printf(out, " '%s'", t->name);
    if (t->kind == CWI_PTR || t->kind == CWI_ARRAY || t->kind == CWI_FUNC) {
        buf_puts(out, " = ");
        cwi_print_shape(u, (cwi_id)i, out);
    }
    if (t->bits) {
        buf_puts(out, ", ");
        dump_count(t->bits, "bit", out);
    }
    buf_puts(out, t->size == CWI_UNKNOWN ? ", incomplete" : ", ");
    if (t->size != CWI_UNKNOWN)
        dump_count(t->size, "byte", out);
    dump_flags(cwi_type_flags, t, out);
    for (uint32_t j = 0; j < t->field_count; j++) {
        const struct cwi_field *f = &t->fields[j];
        buf_printf(out, "\n      %llu: ", (unsigned long long)f->offset);
        cwi_print_declaration(u, f->type, f->name ? f->name : "", out);
        dump_bits(f->bit_pos, f->bit_width, out);
    }
    for (uint32_t j = 0; j < t->enumerator_count; j++)
        buf_printf(out, "%s%s = %lld", j ? ", " : "\n      ", t->enumerators[j].name,
                   (long long)t->enumerators[j].value);
    buf_putc(out, '\n');
}

static void dump_init(const struct cwi_unit *u, const struct cwi_init *init, struct buf *out)
{
    buf_printf(out, "\n      %llu", (unsigned long long)init->offset);
    dump_bits(init->bit_pos, init->bit_width, out);
    buf_puts(out, ": ");
    if (init->value)
        cwi_print_expr(u, init->value, out);
    else if (init->bytes)
        cwi_print_string(init->bytes, init->size, out);
    if (init->size) {
        buf_puts(out, " (");
        dump_count(init->size, "byte", out);
        buf_putc(out, ')');
    }
}

static void dump_symbol(const char *name, const char *asm_name, const char *comdat, const char *alias_of, cwi_id alias,
                        struct buf *out)
{
    if (asm_name && (!name || strcmp(name, asm_name)))
        buf_printf(out, " symbol %s", asm_name);
    if (comdat)
        buf_printf(out, " comdat %s", comdat);
    if (alias_of)
        buf_printf(out, " alias of %s", alias_of);
    if (alias)
        buf_printf(out, " (%u)", alias);
}

static void dump_var(const struct cwi_unit *u, size_t i, struct buf *out)
{
    const struct cwi_var *v = u->vars.items[i];
    struct buf name = {0};
    cwi_print_var_name(u, (cwi_id)i, &name);
    buf_printf(out, "  %zu %s ", i, cwi_linkage_names[v->linkage]);
    cwi_print_declaration(u, v->type, buf_str(&name), out);
    if (v->owner)
        buf_printf(out, " in %s", cwi_func_name(u, v->owner));
    dump_symbol(v->name, v->asm_name, v->comdat, v->alias_of, v->alias, out);
    dump_flags(cwi_var_flags, v, out);
    if (v->size)
        buf_printf(out, " %llu bytes", (unsigned long long)v->size);
    if (v->section)
        buf_printf(out, " section %s", v->section);
    dump_place(u, v->at, out);
    for (uint32_t j = 0; j < v->init_count; j++)
        dump_init(u, &v->init[j], out);
    buf_putc(out, '\n');
    buf_free(&name);
}

static void dump_block(const struct cwi_unit *u, const struct cwi_func *f, uint32_t i, struct buf *out)
{
    const struct cwi_block *b = &f->blocks[i];
    buf_printf(out, "    %u:", i);
    for (uint32_t j = 0; j < b->label_count; j++)
        buf_printf(out, " %s:", b->labels[j]);
    buf_putc(out, '\n');
    for (uint32_t j = 0; j < b->count; j++) {
        const struct cwi_stmt *s = &b->stmts[j];
        buf_puts(out, "        ");
        cwi_print_stmt(u, f, s, out);
        dump_flags(cwi_stmt_flags, s, out);
        if (s->at.line && s->at.file == f->at.file)
            buf_printf(out, "  [%u:%u]", s->at.line, s->at.col);
        else
            dump_place(u, s->at, out);
        buf_putc(out, '\n');
    }
}

static void dump_func(const struct cwi_unit *u, size_t i, struct buf *out)
{
    static const char *const access[] = {"any", "read", "write", "none"};
    const struct cwi_func *f = u->funcs.items[i];
    buf_printf(out, "  %zu %s ", i, cwi_linkage_names[f->linkage]);
    cwi_print_declaration(u, f->type, cwi_func_name(u, (cwi_id)i), out);
    dump_symbol(f->name, f->asm_name, f->comdat, f->alias_of, f->alias, out);
    dump_flags(cwi_func_flags, f, out);
    if (f->init_priority)
        buf_printf(out, " constructor %u", f->init_priority);
    if (f->fini_priority)
        buf_printf(out, " destructor %u", f->fini_priority);
    for (uint32_t j = 0; j < f->param_count; j++) {
        buf_puts(out, j ? ", " : " (");
        cwi_print_var_name(u, f->params[j], out);
        if (f->access)
            buf_printf(out, " %s", access[f->access[j]]);
        buf_puts(out, j + 1 == f->param_count ? ")" : "");
    }
    if (f->extra) {
        buf_puts(out, " further arguments ");
        cwi_print_var_name(u, f->extra, out);
    }
    dump_place(u, f->at, out);
    dump_place(u, f->end, out);
    if (f->unit_file && f->unit_file != f->at.file)
        buf_printf(out, " unit %s", u->files.items[f->unit_file]);
    buf_putc(out, '\n');
    for (uint32_t j = 0; j < f->block_count; j++)
        dump_block(u, f, j, out);
}

static void dump_ref(const struct cwi_unit *u, struct cwi_ref r, struct buf *out)
{
    if (r.kind == CWI_REF_VAR)
        cwi_print_var_name(u, r.id, out);
    else if (r.kind == CWI_REF_FUNC)
        buf_puts(out, cwi_func_name(u, r.id));
    else
        cwi_print_type(u, r.id, out);
}

static void dump_note(const struct cwi_unit *u, const struct cwi_note *n, struct buf *out)
{
    buf_printf(out, "  %s %s", n->word, n->text);
    if (n->file_name)
        buf_printf(out, " from %s", n->file_name);
    for (uint32_t j = 0; j < n->ref_count; j++) {
        buf_printf(out, "%s$%u = ", j ? ", " : " where ", j);
        dump_ref(u, n->refs[j], out);
    }
    if (n->func)
        buf_printf(out, " in %s", cwi_func_name(u, n->func));
    dump_place(u, n->at, out);
    buf_putc(out, '\n');
}

void cwi_dump(const struct cwi_unit *u, struct buf *out)
{
    buf_printf(out, "unit %s: %s, %u-bit pointers, %s endian, char is %s%s\n", u->name, u->producer, u->pointer_bits,
               u->big_endian ? "big" : "little", u->char_is_signed ? "signed" : "unsigned",
               u->is_linked ? ", linked" : "");
    buf_puts(out, u->members.count ? "members\n" : "");
    for (size_t i = 0; i < u->members.count; i++)
        buf_printf(out, "  %s %016llx\n", u->members.items[i].name,
                   (unsigned long long)u->members.items[i].fingerprint);
    buf_puts(out, "files\n");
    for (size_t i = 1; i < u->files.count; i++)
        buf_printf(out, "  %zu %s\n", i, u->files.items[i]);
    buf_puts(out, "types\n");
    for (size_t i = 1; i < u->types.count; i++)
        dump_type(u, i, out);
    buf_puts(out, "variables\n");
    for (size_t i = 1; i < u->vars.count; i++)
        dump_var(u, i, out);
    buf_puts(out, "functions\n");
    for (size_t i = 1; i < u->funcs.count; i++)
        dump_func(u, i, out);
    buf_puts(out, u->notes.count ? "notes\n" : "");
    for (size_t i = 0; i < u->notes.count; i++)
        dump_note(u, &u->notes.items[i], out);
    buf_puts(out, u->losses.count ? "losses\n" : "");
    for (size_t i = 0; i < u->losses.count; i++) {
        const struct cwi_loss *l = &u->losses.items[i];
        buf_printf(out, "  %s%s%s", l->text, l->func ? " in " : "", l->func ? cwi_func_name(u, l->func) : "");
        dump_place(u, l->at, out);
        buf_putc(out, '\n');
    }
}
