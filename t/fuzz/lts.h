/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is done with each input of the fuzzer, and again with each file of the corpus: the first byte chooses a reader (its
 * lower three bits) and what is done then (the others); the rest is the file. It is read or refused with a message. What is
 * read is sound, is written and read again, reduced, compared with its quotient and with a system that differs in one
 * transition, composed with itself and drawn; scripts are run, and events looked for in a system.
 */
#ifndef CWOLF_FUZZ_LTS_H
#define CWOLF_FUZZ_LTS_H

#include "runtime/lts/io/binary.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

/* Ends the process where something is wrong, so that the fuzzer sees it. */
static void demand(bool condition, const char *what)
{
    if (condition)
        return;
    fprintf(stderr, "not so: %s\n", what);
    abort();
}

static bool row_is_sound(const struct lts *l, uint32_t s)
{
    for (uint64_t t = l->first[s]; t < l->first[s + 1]; t++) {
        if (l->target[t] >= l->states || l->label[t] >= base_intern_count(l->labels))
            return false;
        if (t > l->first[s] && (l->label[t - 1] > l->label[t] ||
                                (l->label[t - 1] == l->label[t] && l->target[t - 1] >= l->target[t])))
            return false;
    }
    return true;
}

static void demand_sound(const struct lts *l)
{
    demand(l->states && l->initial < l->states, "the initial state exists");
    demand(l->first[0] == 0 && !strcmp(base_intern_str(l->labels, LTS_TAU), "i"), "label 0 is silent");
    for (uint32_t s = 0; s < l->states; s++) {
        demand(l->first[s] <= l->first[s + 1], "rows do not overlap");
        demand(row_is_sound(l, s), "rows are sorted and lead to states");
        demand(!l->state_names || !l->state_names[s] || strlen(l->state_names[s]) < (size_t)1 << 30, "names end");
    }
    for (uint64_t i = 0; i < (uint64_t)l->states * l->props; i++)
        demand(l->prop[i] <= LTS_TRUE, "propositions are three-valued");
}

/* Written in every format; the binary one reads back. */
static void write_all(const struct lts *l)
{
    for (const struct lts_format_row *f = lts_formats; f->name; f++) {
        struct buf out = {0};
        struct diag d = {0};
        struct lts *again = NULL;
        if (!f->writes || f->format == LTS_FMT_SVG)
            continue;
        enum status st = lts_write(l, f->format, NULL, &out, &d);
        demand(st == ST_OK || d.text[0], "a failure to write has a message");
        if (f->format == LTS_FMT_BINARY) {
            demand(lts_read_text("again", out.data, out.size, f->format, NULL, 0, &again, &d) == ST_OK, "lts reads back");
            demand(again->states == l->states && lts_transitions(again) == lts_transitions(l), "and is the same");
        }
        lts_free(again);
        buf_free(&out);
    }
}

/* A checksum that fits lets the fuzzer come to what is behind it. */
static void fit_checksum(char *data, size_t size)
{
    struct binary_header h;
    const void *sections[SECTIONS];
    if (size < sizeof h)
        return;
    memcpy(&h, data, sizeof h);
    memcpy(h.magic, BINARY_MAGIC, sizeof h.magic);
    h.order = BINARY_ORDER;
    h.version = BINARY_VERSION;
    h.size = size;
    for (size_t i = 0; i < SECTIONS; i++) {
        if (h.section[i].offset > size || h.section[i].size > size - h.section[i].offset)
            return;
        sections[i] = data + h.section[i].offset;
    }
    h.checksum = io_binary_checksum(&h, sections);
    memcpy(data, &h, sizeof h);
}

/* ---- what is done with what was read ---------------------------------------------------------------------------- */

static const struct lts_control fuzz_limits = {.max_memory = 64 << 20, .max_states = 500};

/* Whatever ran into a limit says so; nothing else may fail. */
static bool made(enum status st, const struct diag *d, const char *what)
{
    if (st != ST_OK)
        demand(st == ST_LIMIT && d->text[0], what);
    return st == ST_OK;
}

static void print_difference(const struct lts_comparison *c)
{
    struct buf text = {0};
    demand(c->explanation || c->formula || c->steps, "a difference is explained");
    for (size_t i = 0; i < c->steps; i++)
        demand(c->trace[i].label != NULL, "a step has a label");
    if (c->formula) {
        lts_formula_text(c->formula, &text);
        lts_formula_legend(c->formula, &text);
        lts_formula_json(c->formula, &text);
    }
    buf_free(&text);
}

static enum lts_verdict compared(const struct lts *a, const struct lts *b, enum lts_relation r, bool preorder, enum status *st)
{
    struct lts_comparison c = {0};
    struct diag d = {0};
    *st = lts_compare(a, b, r, preorder, &fuzz_limits, &c, &d);
    if (!made(*st, &d, "a comparison ends in a verdict"))
        return LTS_VERDICT_FALSE;
    if (c.verdict != LTS_VERDICT_TRUE)
        print_difference(&c);
    enum lts_verdict verdict = c.verdict;
    lts_comparison_free(&c);
    return verdict;
}

/* The equivalence that a reduction keeps when it is none itself. */
static enum lts_relation kept_by(const struct lts_relation_row *r)
{
    return r->compares ? r->relation : r->relation == LTS_PEEPHOLE ? LTS_WEAK : LTS_BRANCHING;
}

static void demand_same_size(const struct lts *a, const struct lts *b, const char *what)
{
    demand(a->states == b->states && lts_transitions(a) == lts_transitions(b), what);
}

static void reduce_one(const struct lts *l, const struct lts_relation_row *r)
{
    struct lts *q, *again;
    struct diag d = {0};
    enum status st;
    if (!made(lts_reduce(l, r->relation, &fuzz_limits, &q, NULL, &d), &d, "a reduction has a result"))
        return;
    demand_sound(q);
    enum lts_verdict verdict = compared(l, q, kept_by(r), false, &st);
    demand(st != ST_OK || verdict == LTS_VERDICT_TRUE, "a quotient is equivalent");
    if (made(lts_reduce(q, r->relation, &fuzz_limits, &again, NULL, &d), &d, "a quotient can be reduced"))
        demand_same_size(r->relation == LTS_PEEPHOLE ? again : q, again, "reduction is idempotent");
    lts_free(again);
    if (made(lts_reduce_taking(lts_copy(l), r->relation, &fuzz_limits, &again, &d), &d, "what is given up can be reduced"))
        demand_same_size(q, again, "to the same");
    lts_free(again);
    lts_free(q);
}

/* The same with one proposition changed. */
static struct lts *with_another_value(const struct lts *l, uint32_t at)
{
    struct lts *other = lts_copy(l);
    uint64_t values = (uint64_t)l->states * l->props;
    if (values)
        other->prop[at % values] = (uint8_t)((other->prop[at % values] + 1) % 3);
    return other;
}

/* All transitions but one, all must. */
static struct lts *without_one(const struct lts *l, uint64_t gone)
{
    struct lts_builder *b = lts_builder_new();
    lts_builder_states(b, l->states);
    for (uint32_t i = 1; i < base_intern_count(l->labels); i++)
        lts_builder_label_n(b, base_intern_str(l->labels, i), base_intern_len(l->labels, i));
    for (uint32_t s = 0; s < l->states; s++)
        for (uint64_t t = l->first[s]; t < l->first[s + 1]; t++)
            if (t != gone)
                lts_builder_add(b, s, l->label[t], l->target[t], true, 0);
    return lts_builder_finish(b, l->initial, false, false);
}

static void compare_one(const struct lts *l, const struct lts_relation_row *r, uint32_t gone)
{
    enum status st;
    struct lts_comparison c = {0};
    struct diag d = {0};
    struct lts *less = without_one(l, gone % lts_transitions(l)), *other = with_another_value(l, gone);
    compared(l, less, r->relation, false, &st);
    compared(l, other, r->relation, false, &st);
    if (r->has_preorder)
        compared(less, l, r->relation, true, &st);
    st = lts_compare_design(l, less, r->relation, r->has_preorder && gone & 1, &fuzz_limits, &c, &d);
    demand(st == ST_OK || d.text[0], "a comparison with a design ends in a verdict or a message");
    if (st == ST_OK)
        lts_comparison_free(&c);
    lts_free(less);
    lts_free(other);
}

static void compose_one(const struct lts *l, bool gates)
{
    static const char *const all[] = {"*"};
    const struct lts *const parts[] = {l, l};
    const struct lts_edit hide = {LTS_HIDE, "a*", NULL};
    const struct lts_composition how = {.style = gates ? LTS_GATES : LTS_HANDSHAKE, .sync = all, .sync_count = 1,
                                        .edits = &hide, .edit_count = 1};
    struct lts *whole;
    struct diag d = {0};
    if (l->must)
        return;
    if (made(lts_compose(parts, 2, &how, &fuzz_limits, &whole, &d), &d, "a composition has a result"))
        demand_sound(whole);
    lts_free(whole);
}

static void draw_one(const struct lts *l, enum lts_summary_kind kind)
{
    struct buf out = {0};
    struct diag d = {0};
    const struct lts_picture what = {.kind = kind, .max_nodes = 6};
    demand(lts_write_picture(l, &what, LTS_FMT_DOT, NULL, &out, &d) == ST_OK, "a picture is drawn");
    buf_free(&out);
}

static void work_on(const struct lts *l, uint32_t what)
{
    uint32_t relations = 0;
    uint64_t n = lts_transitions(l);
    while (lts_relations[relations].name)
        relations++;
    if (l->states > 60 || n > 200)
        return;
    const struct lts_relation_row *r = &lts_relations[what % relations];
    if (r->reduces)
        reduce_one(l, r);
    if (r->compares && n)
        compare_one(l, r, what);
    compose_one(l, what & 1);
    draw_one(l, (enum lts_summary_kind)(what % 4));
}

/* ---- scripts and logs ------------------------------------------------------------------------------------------- */

/* The script lies nowhere, so that it finds and writes no file; one that names others is not run. */
static void run_script(const char *text, size_t size)
{
    struct arena *a = arena_new();
    struct diag d = {0};
    if (!memchr(text, '/', size) && !memmem(text, size, "\"-\"", 3)) {
        enum status st = lts_script_run(a, "/nowhere/script", text, size, NULL, &fuzz_limits, &d);
        demand(st == ST_OK || d.text[0], "a script runs, or is refused with a message");
    }
    arena_free(a);
}

static const char *fuzz_file(const char *data, size_t size, int *fd)
{
    static char path[64];
    *fd = memfd_create("fuzz", 0);
    snprintf(path, sizeof path, "/proc/self/fd/%d", *fd);
    demand(*fd >= 0 && write(*fd, data, size) == (ssize_t)size, "a file can be made");
    return path;
}

static void check_log(const char *text, size_t size, bool io_labels)
{
    static const char model[] = "des (0,4,3)\n(0,a,1)\n(1,i,2)\n(2,'b,0)\n(1,\"\",1)\n";
    struct lts *l;
    struct diag d = {0};
    struct lts_log_answer answer;
    int fd;
    demand(lts_read_text("model", model, sizeof model - 1, LTS_FMT_AUT, NULL, 0, &l, &d) == ST_OK, "the model is read");
    enum status st = lts_check_log(l, fuzz_file(text, size, &fd), io_labels, &fuzz_limits, &answer, &d);
    demand(st == ST_OK || d.text[0], "a log is read, or refused with a message");
    demand(st != ST_OK || answer.accepted || answer.rejected.size, "what is rejected is named");
    buf_free(&answer.rejected);
    close(fd);
    lts_free(l);
}

/* Through a file: unpacked, format told by the content, read in pieces. */
static enum status read_as_file(const char *data, size_t size, enum lts_format format, struct lts **out, struct diag *d)
{
    const struct lts_control limits = {.max_memory = 64 << 20, .max_states = 2000};
    int fd;
    enum status st = lts_read_file(fuzz_file(data, size, &fd), NULL, format, &limits, out, d);
    close(fd);
    return st;
}

static void read_system(char *text, size_t size, enum lts_format format, uint32_t what)
{
    struct lts *l = NULL;
    struct diag d = {0};
    if (format == LTS_FMT_BINARY)
        fit_checksum(text, size);
    enum status st = format == LTS_FMT_AUT || format == LTS_FMT_UNKNOWN
                         ? read_as_file(text, size, format, &l, &d)
                         : lts_read_text("input", text, size, format, NULL, 2000, &l, &d);
    demand(st == ST_OK ? l != NULL : !l && d.text[0], "read, or refused with a message");
    if (l)
        demand_sound(l);
    if (l && l->states < 1000)
        write_all(l);
    if (l)
        work_on(l, what);
    lts_free(l);
}

static void read_and_check(const uint8_t *input, size_t size)
{
    static const enum lts_format formats[] = {LTS_FMT_AUT, LTS_FMT_CCS, LTS_FMT_CWB, LTS_FMT_JSON, LTS_FMT_BINARY,
                                              LTS_FMT_UNKNOWN};
    if (size == 0)
        return;
    uint32_t reader = input[0] % 8, what = input[0] / 8;
    char *exact = base_mem_alloc(--size);
    memcpy(exact, input + 1, size);
    if (reader == 6)
        run_script(exact, size);
    else if (reader == 7)
        check_log(exact, size, what & 1);
    else
        read_system(exact, size, formats[reader], what);
    free(exact);
}

#endif
