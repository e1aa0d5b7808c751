/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A unit as XML (schema: cwi.rng). Invariants: the same unit gives the same bytes; what is 0, NULL or false is not
 * written; ids are the positions of elements in their section; a type is not repeated where the variable named has it,
 * nor a file where the function has it.
 */
#include <math.h>

#include "runtime/cwi/fragments.h"
#include "runtime/cwi/frame.h"
#include "runtime/cwi/private.h"
#include "runtime/cwi/xml.h"

enum { FLUSH_AT = 64 << 10 };

struct writer {
    struct xml_out x;
    const struct cwi_unit *u;
    cwi_id func_file;    /* of the function being written */
    bool is_code;        /* variables' types are known to the reader */
    const char *problem; /* what cannot be written */
};

static void put_id(struct writer *w, const char *name, uint64_t id)
{
    if (id == CWI_UNKNOWN)
        cwi_xml_attr(&w->x, name, "?");
    else if (id)
        cwi_xml_attr_u64(&w->x, name, id);
}

static void put_place(struct writer *w, const char *name, struct cwi_place at)
{
    struct buf *b = &w->x.text;
    if (!at.line && !at.col && at.file == w->func_file)
        return;
    buf_putc(b, ' ');
    buf_puts(b, name);
    buf_add(b, "=\"", 2);
    cwi_xml_put_u64(b, at.line);
    buf_putc(b, ':');
    cwi_xml_put_u64(b, at.col);
    if (at.file != w->func_file) {
        buf_putc(b, ':');
        cwi_xml_put_u64(b, at.file);
    }
    buf_putc(b, '"');
}

static void put_flags(struct writer *w, const struct cwi_flag *flags, const void *object)
{
    char letters[32];
    size_t n = 0;
    for (; flags->letter; flags++)
        if (*cwi_flag_of(flags, object))
            letters[n++] = flags->letter;
    letters[n] = 0;
    if (n)
        cwi_xml_attr(&w->x, "fl", letters);
}

static void put_list(struct writer *w, const char *name, const uint32_t *list, uint32_t count)
{
    struct buf *b = &w->x.text;
    for (uint32_t i = 0; i < count; i++) {
        if (i == 0)
            buf_printf(b, " %s=\"", name);
        else
            buf_putc(b, ' ');
        cwi_xml_put_u64(b, list[i]);
    }
    if (count)
        buf_putc(b, '"');
}

static void put_float(struct writer *w, double value)
{
    char text[40];
    if (isfinite(value)) {
        snprintf(text, sizeof text, "%a", value);
    } else {
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        snprintf(text, sizeof text, "#%016llx", (unsigned long long)bits);
    }
    cwi_xml_attr(&w->x, "v", text);
}

/* ---- expressions ------------------------------------------------------------------------------------------------- */

static cwi_id implied_type(const struct writer *w, const struct cwi_expr *e)
{
    return w->is_code && e->kind == CWI_VAR && e->ref < w->u->vars.count ? w->u->vars.items[e->ref]->type : 0;
}

static void put_node(struct writer *w, const struct cwi_expr *e)
{
    struct xml_out *x = &w->x;
    switch (e->kind) {
    case CWI_CONST:
    case CWI_BOUND:
        cwi_xml_attr_i64(x, "v", e->value);
        break;
    case CWI_FCONST:
        put_float(w, e->fvalue);
        break;
    case CWI_VAR:
    case CWI_FUNCREF:
        put_id(w, "r", e->ref);
        put_id(w, "o", e->offset);
        break;
    case CWI_UNARY:
    case CWI_BINARY:
        cwi_xml_attr(x, "k", cwi_op_words[e->op]);
        break;
    default:
        put_id(w, "o", e->offset);
        put_id(w, "p", e->bit_pos);
        put_id(w, "w", e->bit_width);
        cwi_xml_attr_text(x, "n", e->name);
    }
    if (e->type != implied_type(w, e))
        cwi_xml_attr_u64(x, "t", e->type);
    if (e->is_volatile)
        cwi_xml_attr(x, "z", "1");
}

static void put_expr(struct writer *w, const struct cwi_expr *e, unsigned depth)
{
    if (!e || depth > CWI_MAX_DEPTH) {
        w->problem = e ? "an expression that is nested too deep" : "an expression without its operand";
        return;
    }
    const struct cwi_expr_rule *rule = &cwi_expr_rules[e->kind];
    cwi_xml_open(&w->x, rule->element);
    put_node(w, e);
    const struct cwi_expr *operands[] = {e->a, e->b, e->c};
    for (unsigned i = 0; i < rule->operands; i++)
        put_expr(w, operands[i], depth + 1);
    cwi_xml_close(&w->x, rule->element);
}

/* ---- the sections ------------------------------------------------------------------------------------------------ */

static void put_file(struct writer *w, size_t i)
{
    cwi_xml_open(&w->x, "file");
    cwi_xml_attr_text(&w->x, "n", w->u->files.items[i]);
    cwi_xml_close(&w->x, "file");
}

static void put_type(struct writer *w, size_t i)
{
    struct xml_out *x = &w->x;
    const struct cwi_type *t = w->u->types.items[i];
    cwi_xml_open(x, "type");
    cwi_xml_attr(x, "k", cwi_type_kind_names[t->kind]);
    cwi_xml_attr_text(x, "n", t->name);
    put_id(w, "s", t->size);
    put_id(w, "b", t->bits);
    put_flags(w, cwi_type_flags, t);
    put_id(w, "of", t->of);
    put_id(w, "c", t->count);
    put_list(w, "ps", t->params, t->param_count);
    for (uint32_t j = 0; j < t->field_count; j++) {
        const struct cwi_field *f = &t->fields[j];
        cwi_xml_open(x, "m");
        cwi_xml_attr_text(x, "n", f->name);
        cwi_xml_attr_u64(x, "t", f->type);
        put_id(w, "o", f->offset);
        put_id(w, "p", f->bit_pos);
        put_id(w, "w", f->bit_width);
        cwi_xml_close(x, "m");
    }
    for (uint32_t j = 0; j < t->enumerator_count; j++) {
        cwi_xml_open(x, "e");
        cwi_xml_attr_text(x, "n", t->enumerators[j].name);
        cwi_xml_attr_i64(x, "v", t->enumerators[j].value);
        cwi_xml_close(x, "e");
    }
    cwi_xml_close(x, "type");
}

static void put_bytes(struct writer *w, const uint8_t *bytes, uint64_t size)
{
    struct buf *b = &w->x.text;
    buf_puts(b, " x=\"");
    for (uint64_t i = 0; i < size; i++) {
        buf_putc(b, "0123456789abcdef"[bytes[i] >> 4]);
        buf_putc(b, "0123456789abcdef"[bytes[i] & 15]);
    }
    buf_putc(b, '"');
}

static void put_init(struct writer *w, const struct cwi_init *init)
{
    cwi_xml_open(&w->x, "i");
    put_id(w, "o", init->offset);
    put_id(w, "p", init->bit_pos);
    put_id(w, "w", init->bit_width);
    put_id(w, "s", init->size);
    if (init->value)
        put_expr(w, init->value, 1);
    else if (init->bytes)
        put_bytes(w, init->bytes, init->size);
    cwi_xml_close(&w->x, "i");
}

static void put_var(struct writer *w, size_t i)
{
    struct xml_out *x = &w->x;
    const struct cwi_var *v = w->u->vars.items[i];
    cwi_xml_open(x, "var");
    cwi_xml_attr(x, "k", cwi_linkage_names[v->linkage]);
    cwi_xml_attr_text(x, "n", v->name);
    cwi_xml_attr_text(x, "a", v->asm_name);
    put_id(w, "t", v->type);
    put_id(w, "ow", v->owner);
    put_place(w, "at", v->at);
    put_flags(w, cwi_var_flags, v);
    put_id(w, "sz", v->size);
    put_id(w, "tn", v->turn);
    put_id(w, "pn", v->part);
    cwi_xml_attr_text(x, "se", v->section);
    cwi_xml_attr_text(x, "g", v->comdat);
    cwi_xml_attr_text(x, "al", v->alias_of);
    put_id(w, "ai", v->alias);
    for (uint32_t j = 0; j < v->init_count; j++)
        put_init(w, &v->init[j]);
    cwi_xml_close(x, "var");
}

static void put_stmt(struct writer *w, const struct cwi_stmt *s)
{
    struct xml_out *x = &w->x;
    const char *element = cwi_stmt_kind_names[s->kind];
    const struct cwi_stmt_rule *rule = &cwi_stmt_rules[s->kind];
    cwi_xml_open(x, element);
    put_place(w, "at", s->at);
    if (s->kind == CWI_CALL && s->lhs)
        cwi_xml_attr(x, "r", "1");
    put_id(w, "out", s->outputs);
    put_list(w, "to", s->targets, s->target_count);
    cwi_xml_attr_text(x, "x", s->text);
    put_flags(w, cwi_stmt_flags, s);
    if (rule->lhs == CWI_MUST || (rule->lhs == CWI_MAYBE && s->lhs))
        put_expr(w, s->lhs, 1);
    if (rule->rhs == CWI_MUST || (rule->rhs == CWI_MAYBE && s->rhs))
        put_expr(w, s->rhs, 1);
    for (uint32_t i = 0; i < s->arg_count; i++)
        put_expr(w, s->args[i], 1);
    for (uint32_t i = 0; i < s->case_count; i++) {
        cwi_xml_open(x, "case");
        cwi_xml_attr_i64(x, "lo", s->cases[i].lo);
        if (s->cases[i].hi != s->cases[i].lo)
            cwi_xml_attr_i64(x, "hi", s->cases[i].hi);
        cwi_xml_attr_u64(x, "to", s->cases[i].target);
        cwi_xml_attr_text(x, "n", s->cases[i].name);
        cwi_xml_close(x, "case");
    }
    cwi_xml_close(x, element);
}

static void put_block(struct writer *w, const struct cwi_block *b)
{
    cwi_xml_open(&w->x, "bb");
    for (uint32_t i = 0; i < b->label_count; i++) {
        cwi_xml_open(&w->x, "label");
        cwi_xml_attr_text(&w->x, "n", b->labels[i]);
        cwi_xml_close(&w->x, "label");
    }
    for (uint32_t i = 0; i < b->count; i++)
        put_stmt(w, &b->stmts[i]);
    cwi_xml_close(&w->x, "bb");
}

static void put_func(struct writer *w, size_t i)
{
    struct xml_out *x = &w->x;
    const struct cwi_func *f = w->u->funcs.items[i];
    cwi_xml_open(x, "func");
    cwi_xml_attr(x, "k", cwi_linkage_names[f->linkage]);
    cwi_xml_attr_text(x, "n", f->name);
    cwi_xml_attr_text(x, "a", f->asm_name);
    put_id(w, "t", f->type);
    put_place(w, "at", f->at);
    put_place(w, "end", f->end);
    put_list(w, "ps", f->params, f->param_count);
    put_id(w, "va", f->extra);
    put_id(w, "u", f->unit_file);
    put_flags(w, cwi_func_flags, f);
    put_id(w, "ip", f->init_priority);
    put_id(w, "fp", f->fini_priority);
    put_id(w, "tn", f->turn);
    put_id(w, "pn", f->part);
    if (f->access && f->param_count) {
        buf_puts(&x->text, " ac=\"");
        for (uint32_t j = 0; j < f->param_count; j++)
            buf_putc(&x->text, (char)('0' + f->access[j]));
        buf_putc(&x->text, '"');
    }
    cwi_xml_attr_text(x, "g", f->comdat);
    cwi_xml_attr_text(x, "al", f->alias_of);
    put_id(w, "ai", f->alias);
    w->func_file = f->at.file;
    for (uint32_t j = 0; j < f->block_count; j++)
        put_block(w, &f->blocks[j]);
    w->func_file = 0;
    cwi_xml_close(x, "func");
}

static void put_note(struct writer *w, size_t i)
{
    struct xml_out *x = &w->x;
    const struct cwi_note *n = &w->u->notes.items[i];
    cwi_xml_open(x, "note");
    cwi_xml_attr_text(x, "w", n->word);
    cwi_xml_attr_text(x, "x", n->text);
    cwi_xml_attr_text(x, "fn", n->file_name);
    put_place(w, "at", n->at);
    put_id(w, "f", n->func);
    for (uint32_t j = 0; j < n->ref_count; j++) {
        cwi_xml_open(x, "r");
        cwi_xml_attr(x, "k",
                     n->refs[j].kind == CWI_REF_VAR    ? "var"
                     : n->refs[j].kind == CWI_REF_FUNC ? "func"
                                                       : "type");
        cwi_xml_attr_u64(x, "i", n->refs[j].id);
        cwi_xml_close(x, "r");
    }
    cwi_xml_close(x, "note");
}

static void put_loss(struct writer *w, size_t i)
{
    const struct cwi_loss *l = &w->u->losses.items[i];
    cwi_xml_open(&w->x, "loss");
    cwi_xml_attr_text(&w->x, "x", l->text);
    put_place(w, "at", l->at);
    put_id(w, "f", l->func);
    cwi_xml_close(&w->x, "loss");
}

static void put_member(struct writer *w, size_t i)
{
    const struct cwi_member *m = &w->u->members.items[i];
    cwi_xml_open(&w->x, "member");
    cwi_xml_attr_text(&w->x, "n", m->name);
    cwi_xml_attr_u64(&w->x, "h", m->fingerprint);
    cwi_xml_close(&w->x, "member");
}

/* ---- the document ------------------------------------------------------------------------------------------------ */

static void put_section(struct writer *w, const char *name, size_t first, size_t count,
                        void (*put)(struct writer *, size_t))
{
    cwi_xml_open(&w->x, name);
    for (size_t i = first; i < count; i++) {
        put(w, i);
        if (w->x.text.size > FLUSH_AT)
            cwi_xml_flush(&w->x);
    }
    cwi_xml_close(&w->x, name);
}

static void put_unit(struct writer *w)
{
    struct xml_out *x = &w->x;
    const struct cwi_unit *u = w->u;
    cwi_xml_open(x, "cwi");
    cwi_xml_attr_u64(x, "version", CWI_FORMAT_VERSION);
    cwi_xml_attr_text(x, "name", u->name);
    cwi_xml_attr_text(x, "producer", u->producer);
    cwi_xml_attr_u64(x, "pointer", u->pointer_bits);
    cwi_xml_attr(x, "order", u->big_endian ? "big" : "little");
    cwi_xml_attr(x, "char", u->char_is_signed ? "signed" : "unsigned");
    cwi_xml_attr(x, "linked", u->is_linked ? "yes" : "no");
    cwi_xml_attr_text(x, "starts", u->foreign_start);
    cwi_xml_attr_text(x, "ends", u->foreign_end);
    cwi_xml_attr_text(x, "odd", u->odd_start);
    cwi_xml_attr(x, "static", u->is_static ? "yes" : "no");
    put_section(w, "members", 0, u->members.count, put_member);
    put_section(w, "files", 1, u->files.count, put_file);
    put_section(w, "types", 1, u->types.count, put_type);
    put_section(w, "vars", 1, u->vars.count, put_var);
    w->is_code = true;
    put_section(w, "funcs", 1, u->funcs.count, put_func);
    put_section(w, "notes", 0, u->notes.count, put_note);
    put_section(w, "losses", 0, u->losses.count, put_loss);
    cwi_xml_close(x, "cwi");
    buf_putc(&x->text, '\n');
    cwi_xml_flush(x);
}

static enum status write_document(const struct cwi_unit *u, bool is_indented, xmlOutputBufferPtr to, struct diag *d)
{
    struct place at = {u->name, 0, 0};
    struct writer w = {.u = u, .x.is_indented = is_indented};
    w.x.writer = to ? xmlNewTextWriter(to) : NULL;
    if (!w.x.writer) {
        if (to)
            xmlOutputBufferClose(to);
        return diag_set(d, ST_SYSTEM, at, "cannot start an XML writer");
    }
    w.x.has_failed |= xmlTextWriterWriteRaw(w.x.writer, (const xmlChar *)CWI_XML_START) < 0;
    put_unit(&w);
    w.x.has_failed |= xmlTextWriterFlush(w.x.writer) < 0;
    xmlFreeTextWriter(w.x.writer);
    buf_free(&w.x.text);
    if (w.problem)
        return diag_set(d, ST_BAD, at, "cannot write the fragment: it has %s", w.problem);
    if (w.x.has_failed)
        return diag_set(d, ST_SYSTEM, at, "cannot write the fragment");
    return ST_OK;
}

static int add_to_buf(void *context, const char *data, int size)
{
    buf_add(context, data, (size_t)size);
    return size;
}

enum status cwi_write_xml(const struct cwi_unit *u, struct buf *out, struct diag *d)
{
    return write_document(u, true, xmlOutputBufferCreateIO(add_to_buf, NULL, out, NULL), d);
}

uint64_t cwi_fingerprint(const struct cwi_unit *u)
{
    struct buf xml = {0};
    if (u->fingerprint)
        return u->fingerprint;
    enum status st = write_document(u, false, xmlOutputBufferCreateIO(add_to_buf, NULL, &xml, NULL), NULL);
    uint64_t h = st == ST_OK ? base_hash_bytes(xml.data, xml.size, 0) : 0;
    buf_free(&xml);
    return h;
}

enum status cwi_write(const struct cwi_unit *u, struct buf *out, struct diag *d)
{
    size_t start = out->size;
    struct frame_out *frame = cwi_frame_start(out);
    enum status st = write_document(u, false, xmlOutputBufferCreateIO(cwi_frame_add, NULL, frame, NULL), d);
    bool ok = cwi_frame_end(frame);
    if (st == ST_OK && !ok)
        st = diag_set(d, ST_SYSTEM, (struct place){u->name, 0, 0}, "cannot compress the fragment");
    if (st != ST_OK)
        out->size = start;
    return st;
}
