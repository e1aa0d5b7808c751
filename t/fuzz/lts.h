/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is done with each input of the fuzzer, and again with each file of the corpus: the first byte chooses a reader, the
 * others are the file. It is read or refused with a message; what is read is sound and can be written and read again.
 */
#ifndef CWOLF_FUZZ_LTS_H
#define CWOLF_FUZZ_LTS_H

#include "runtime/lts/binary.h"

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
        if (l->target[t] >= l->states || l->label[t] >= intern_count(l->labels))
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
    demand(l->first[0] == 0 && !strcmp(intern_str(l->labels, LTS_TAU), "i"), "label 0 is silent");
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
    h.checksum = binary_checksum(&h, sections);
    memcpy(data, &h, sizeof h);
}

/* Through a file: unpacked, format told by the content, read in pieces. */
static enum status read_as_file(const char *data, size_t size, enum lts_format format, struct lts **out, struct diag *d)
{
    const struct lts_control limits = {.max_memory = 64 << 20, .max_states = 2000};
    static char path[64];
    int fd = memfd_create("fuzz", 0);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    demand(fd >= 0 && write(fd, data, size) == (ssize_t)size, "a file can be made");
    enum status st = lts_read_file(path, NULL, format, &limits, out, d);
    close(fd);
    return st;
}

static void read_and_check(const uint8_t *input, size_t size)
{
    static const enum lts_format formats[] = {LTS_FMT_AUT, LTS_FMT_CCS, LTS_FMT_CWB, LTS_FMT_JSON, LTS_FMT_BINARY,
                                              LTS_FMT_UNKNOWN};
    struct lts *l = NULL;
    struct diag d = {0};
    if (size == 0)
        return;
    enum lts_format format = formats[input[0] % (sizeof formats / sizeof *formats)];
    char *exact = mem_alloc(--size);
    memcpy(exact, input + 1, size);
    if (format == LTS_FMT_BINARY)
        fit_checksum(exact, size);
    enum status st = format == LTS_FMT_AUT || format == LTS_FMT_UNKNOWN
                         ? read_as_file(exact, size, format, &l, &d)
                         : lts_read_text("input", exact, size, format, NULL, 2000, &l, &d);
    demand(st == ST_OK ? l != NULL : !l && d.text[0], "read, or refused with a message");
    if (l)
        demand_sound(l);
    if (l && l->states < 1000)
        write_all(l);
    lts_free(l);
    free(exact);
}

#endif
