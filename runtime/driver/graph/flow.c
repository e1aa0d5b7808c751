/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Flow graphs. Invariant: the same unit and sources give the same text; nodes stand in the order of the blocks.
 */
#include "flow.h"

#include <ctype.h>

#include "runtime/base/text.h"
#include "calls.h"
#include "runtime/driver/driver.h"

enum { LONGEST_LINE = 72, LONGEST_STATEMENT = 48, CASES_SHOWN = 8 };

struct flow {
    const struct cwi_unit *u;
    const struct cwi_func *func;
    struct map64 owner; /* of a line, file << 32 | line: its block, or SHARED */
    void (*put_edge)(struct flow *f, uint32_t from, uint32_t to, const char *label);
    struct buf *out;
};
#define SHARED (UINT32_MAX - 1)

static uint64_t line_key(struct cwi_place at)
{
    return (uint64_t)at.file << 32 | at.line;
}

/* Whether people look for it in a flow graph: jumps are edges; no line says that a variable's life ends, or that a call
 * does not return. */
static bool is_row(const struct cwi_stmt *s)
{
    return s->kind != CWI_GOTO && s->kind != CWI_END && !(s->kind == CWI_UNREACHABLE && !s->text);
}

static void find_owners(struct flow *f)
{
    for (uint32_t i = 0; i < f->func->block_count; i++)
        for (uint32_t j = 0; j < f->func->blocks[i].count; j++) {
            const struct cwi_stmt *s = &f->func->blocks[i].stmts[j];
            uint32_t owner = i;
            if (is_row(s) && base_map64_get(&f->owner, line_key(s->at), &owner) && owner == i)
                continue;
            if (is_row(s))
                base_map64_put(&f->owner, line_key(s->at), owner == i ? i : SHARED);
        }
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

/* At most `most` characters of a text in one line, and a sign for the rest. */
static void put_short(struct buf *out, const char *s, size_t most)
{
    size_t n = strlen(s), at = 0;
    for (size_t shown = 0, length; at < n && shown < most; at += length ? length : 1, shown++)
        length = base_utf8_length(s + at, s + n);
    struct buf line = {0};
    buf_add(&line, s, at);
    for (size_t i = 0; i < line.size; i++)
        if (line.data[i] == '\t' || line.data[i] == '\n')
            line.data[i] = ' ';
    buf_put_printable(out, buf_str(&line), line.size);
    buf_puts(out, at < n ? "\342\200\246" : "");
    buf_free(&line);
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Whether `word` of n bytes stands in a text as a word of its own. */
static bool has_word(const char *text, const char *word, size_t n)
{
    for (const char *s = text; (s = strstr(s, word)); s++)
        if ((s == text || !is_word(s[-1])) && !is_word(s[n]))
            return true;
    return false;
}

/* The macro by which a statement came into the source: a name at its place that the statement itself does not have.
 * False when there is none. */
static bool put_macro(struct buf *out, const char *line, uint32_t col, const char *statement)
{
    static const char *const keywords[] = {"if", "for", "while", "switch", "return", "do", "else", "case"};
    char name[64];
    size_t n = 0;
    const char *s = line && col && col <= strlen(line) ? line + col - 1 : "";
    for (; n + 1 < sizeof name && is_word(s[n]); n++)
        name[n] = s[n];
    name[n] = 0;
    bool is_keyword = false;
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        is_keyword |= !strcmp(name, keywords[i]);
    bool is_call = s[n + strspn(s + n, " ")] == '(';
    bool is_macro = n && !isdigit((unsigned char)*name) && is_call && !is_keyword && !has_word(statement, name, n);
    if (is_macro)
        buf_printf(out, "%s: ", name);
    return is_macro;
}

/* True when it came by a macro. */
static bool put_statement(struct flow *f, const struct cwi_stmt *s, const char *line, struct buf *out)
{
    struct buf text = {0};
    if (s->kind == CWI_IF || s->kind == CWI_SWITCH) { /* the targets are edges */
        buf_puts(&text, s->kind == CWI_IF ? "if (" : "switch (");
        cwi_print_expr(f->u, s->rhs, &text);
        buf_putc(&text, ')');
    } else {
        cwi_print_stmt(f->u, f->func, s, &text);
    }
    bool is_macro = put_macro(out, line, s->at.col, buf_str(&text));
    put_short(out, buf_str(&text), LONGEST_STATEMENT);
    buf_free(&text);
    return is_macro;
}

/* Statement number j of a block is a branch on what the block's other statements of its line compute. */
static bool decides(const struct cwi_block *b, uint32_t j)
{
    return b->stmts[j].kind == CWI_IF || b->stmts[j].kind == CWI_SWITCH;
}

/* The rows of a block, each with an end of line. Of a macro's statements only the first and the branch are shown. */
static void put_rows(struct flow *f, uint32_t block, struct buf *out)
{
    const struct cwi_block *b = &f->func->blocks[block];
    struct cwi_place before = {0};
    bool is_macro = false;
    for (uint32_t j = 0; j < b->count; j++) {
        const struct cwi_stmt *s = &b->stmts[j];
        uint32_t owner = SHARED;
        if (!is_row(s))
            continue;
        const char *line = driver_source_line(cwi_place_text(f->u, s->at).file, s->at.line);
        base_map64_get(&f->owner, line_key(s->at), &owner);
        bool is_whole = line && owner == block, again = line_key(before) == line_key(s->at);
        if (again && (is_whole || (is_macro && before.col == s->at.col && !decides(b, j))))
            continue;
        before = s->at;
        buf_printf(out, "%5u  ", s->at.line);
        if (is_whole)
            put_short(out, line + strspn(line, line[strspn(line, " \t}")] ? " \t}" : " \t"), LONGEST_LINE);
        else
            is_macro = put_statement(f, s, line, out);
        buf_putc(out, '\n');
    }
}

/* ---- edges ------------------------------------------------------------------------------------------------------- */

/* Whether a switch is over a char, whose cases are then characters. */
static bool is_over_char(const struct cwi_unit *u, const struct cwi_expr *e)
{
    e = cwi_converted(e);
    const char *name = cwi_type_of(u, e->type)->name;
    return name && !strcmp(name, "char");
}

static void put_value(struct buf *label, int64_t value, bool is_char)
{
    if (is_char && value > ' ' && value < 127)
        buf_printf(label, "'%c'", (char)value);
    else
        buf_printf(label, "%lld", (long long)value);
}

static void put_case(struct buf *label, const struct cwi_case *c, bool is_char)
{
    buf_puts(label, label->size ? ", " : "");
    if (c->name)
        buf_puts(label, c->name);
    else
        put_value(label, c->lo, is_char);
    if (c->hi != c->lo) {
        buf_puts(label, " ... ");
        put_value(label, c->hi, is_char);
    }
}

/* All cases from number `first` on that lead where it does, in one edge. */
static void put_cases(struct flow *f, uint32_t from, const struct cwi_stmt *s, uint32_t first)
{
    struct buf label = {0};
    uint32_t more = 0, target = s->cases[first].target;
    for (uint32_t i = 0, shown = 0; i < s->case_count; i++) {
        if (s->cases[i].target != target)
            continue;
        if (i < first)
            return buf_free(&label); /* already drawn */
        if (shown++ < CASES_SHOWN)
            put_case(&label, &s->cases[i], is_over_char(f->u, s->rhs));
        else
            more++;
    }
    if (more)
        buf_printf(&label, " and %u more", more);
    f->put_edge(f, from, target, buf_str(&label));
    buf_free(&label);
}

static void put_edges(struct flow *f, uint32_t from)
{
    const struct cwi_block *b = &f->func->blocks[from];
    const struct cwi_stmt *last = &b->stmts[b->count - 1];
    for (uint32_t i = 0; i < last->target_count; i++) {
        const char *label = "";
        if (last->kind == CWI_IF)
            label = i ? "no" : "yes";
        else if (last->kind == CWI_SWITCH)
            label = "default";
        f->put_edge(f, from, last->targets[i], label);
    }
    for (uint32_t i = 0; i < last->case_count; i++)
        put_cases(f, from, last, i);
}

/* ---- text and picture -------------------------------------------------------------------------------------------- */

static void put_text_edge(struct flow *f, uint32_t from, uint32_t to, const char *label)
{
    buf_printf(f->out, "    %u -> %u%s%s\n", from, to, *label ? "  " : "", label);
}

static void put_labels(const struct cwi_block *b, struct buf *out)
{
    for (uint32_t j = 0; j < b->label_count; j++)
        buf_printf(out, "%s%s:", j ? " " : "", b->labels[j]);
}

void driver_flow_put_text(const struct cwi_unit *u, cwi_id func, struct buf *out)
{
    struct flow f = {.u = u, .func = cwi_func_of(u, func), .put_edge = put_text_edge, .out = out};
    find_owners(&f);
    for (uint32_t i = 0; i < f.func->block_count; i++) {
        buf_printf(out, "%u:%s", i, f.func->blocks[i].label_count ? " " : "");
        put_labels(&f.func->blocks[i], out);
        buf_putc(out, '\n');
        put_rows(&f, i, out);
        put_edges(&f, i);
    }
    base_map64_free(&f.owner);
}

static void put_dot_edge(struct flow *f, uint32_t from, uint32_t to, const char *label)
{
    buf_printf(f->out, "    b%u -> b%u", from, to);
    if (*label) {
        buf_puts(f->out, " [label=\"");
        buf_put_dot(f->out, label, strlen(label));
        buf_puts(f->out, "\"]");
    }
    buf_puts(f->out, ";\n");
}

static void put_node(struct flow *f, uint32_t block)
{
    const struct cwi_block *b = &f->func->blocks[block];
    struct buf rows = {0};
    put_labels(b, &rows);
    buf_puts(&rows, b->label_count ? "\n" : "");
    put_rows(f, block, &rows);
    buf_printf(f->out, "    b%u [", block);
    if (rows.size) {
        buf_puts(f->out, "label=\"");
        for (char *s = rows.data, *end; (end = strchr(s, '\n')); s = end + 1) {
            buf_put_dot(f->out, s, (size_t)(end - s));
            buf_puts(f->out, "\\l"); /* flush left */
        }
        buf_putc(f->out, '"');
    } else {
        buf_puts(f->out, "shape=point, width=0.08");
    }
    bool returns = b->stmts[b->count - 1].kind == CWI_RETURN;
    buf_printf(f->out, "%s%s];\n", block == 0 ? ", penwidth=2" : "", returns && rows.size ? ", peripheries=2" : "");
    buf_free(&rows);
}

void driver_flow_put_dot(const struct cwi_unit *u, cwi_id func, struct buf *out)
{
    struct flow f = {.u = u, .func = cwi_func_of(u, func), .put_edge = put_dot_edge, .out = out};
    const char *name = driver_calls_name(u, func);
    struct place at = cwi_place_text(u, f.func->at);
    find_owners(&f);
    buf_puts(out, "digraph \"");
    buf_put_dot(out, name, strlen(name));
    buf_puts(out, "\" {\n    fontname=\"Helvetica\"; fontsize=11; labelloc=t;\n    label=\"");
    buf_put_dot(out, name, strlen(name));
    if (at.file) {
        buf_puts(out, "  ");
        buf_put_dot(out, at.file, strlen(at.file));
        buf_printf(out, ":%u", at.line);
    }
    buf_puts(out, "\";\n    node [shape=box, fontname=\"monospace\", fontsize=10, height=0.3];\n"
                  "    edge [fontname=\"Helvetica\", fontsize=10];\n");
    for (uint32_t i = 0; i < f.func->block_count; i++) {
        put_node(&f, i);
        put_edges(&f, i);
    }
    buf_puts(out, "}\n");
    base_map64_free(&f.owner);
}
