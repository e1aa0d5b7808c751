/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The binary format: everything a system has comes back, mapped or not; a file that differs in any bit is refused, and
 * so is one whose checksum was made to fit, unless it is a system after all. Sanitized builds make this test sharp.
 */
#include "runtime/lts/io/binary.h"
#include "tap.h"

#include <stdio.h>
#include <unistd.h>

static uint64_t seed = 60505;

static uint32_t any(uint32_t below)
{
    seed += 0x9e3779b97f4a7c15u;
    return (uint32_t)(hash_u64(seed) >> 33) % below;
}

/* A system with all there is: two propositions, a nameless state, a label with a zero byte. */
static struct lts *sample(void)
{
    static const char text[] =
        "{\"states\": 3, \"initial\": 1, \"labels\": [\"i\", \"a\", \"b\", \"\"], \"modal\": true,"
        "\"propositions\": [\"p\", \"q\"], \"values\": [\"10\", \"?1\", \"0?\"],"
        "\"state_names\": [\"s\", null, \"\"],"
        "\"transitions\": [[0,1,1],[0,2,2],[1,0,0,false],[1,3,2],[2,1,1,false],[2,1,2]]}";
    struct lts *l = NULL;
    struct diag d = {0};
    if (lts_read_text("sample", text, sizeof text - 1, LTS_FMT_JSON, NULL, 0, &l, &d) != ST_OK)
        printf("# %s\n", d.text);
    base_intern_free(l->labels);
    l->labels = base_intern_new();
    base_intern_add(l->labels, "i", 1);
    base_intern_add(l->labels, "a", 1);
    base_intern_add(l->labels, "b\0c", 3);
    base_intern_add(l->labels, "", 0);
    l->origin = base_mem_alloc(6 * sizeof *l->origin);
    for (uint32_t t = 0; t < 6; t++)
        l->origin[t] = 100 + t;
    return l;
}

static struct buf binary(const struct lts *l)
{
    struct buf out = {0};
    struct diag d;
    lts_write(l, LTS_FMT_BINARY, NULL, &out, &d);
    return out;
}

/* Reads from memory without a byte behind it. */
static enum status read_exactly(const struct buf *b, struct lts **out, struct diag *d)
{
    char *exact = base_mem_alloc(b->size);
    memcpy(exact, buf_str(b), b->size);
    enum status st = lts_read_text("x.lts", exact, b->size, LTS_FMT_BINARY, NULL, 0, out, d);
    free(exact);
    return st;
}

static bool same(const struct buf *a, const struct buf *b)
{
    return a->size == b->size && !memcmp(buf_str(a), buf_str(b), a->size);
}

static bool comes_back(const struct lts *l, const struct buf *whole)
{
    struct buf again = binary(l);
    bool good = same(whole, &again) && l->state_names && !l->state_names[1] && !strcmp(l->state_names[0], "s") &&
                !strcmp(l->state_names[2], "") && base_intern_len(l->labels, 2) == 3 && l->origin &&
                l->origin[5] == 105 && l->props == 2 && !strcmp(l->prop_names[1], "q") && l->prop[2] == LTS_MAYBE &&
                !lts_is_must(l, 2);
    buf_free(&again);
    return good;
}

static void ways_to_read(const struct buf *whole)
{
    struct lts *l = NULL;
    struct diag d = {0};
    ok(read_exactly(whole, &l, &d) == ST_OK && comes_back(l, whole), "from memory: all comes back %s", d.text);
    lts_free(l);
    char path[] = "/tmp/cwolf-binary-XXXXXX";
    int fd = mkstemp(path);
    ok(fd >= 0 && !base_file_write(path, whole->data, whole->size, &d), "written");
    ok(lts_read(path, LTS_FMT_UNKNOWN, 0, &l, &d) == ST_OK && l->held_mapped && comes_back(l, whole),
       "from a file: mapped");
    struct lts *edited = NULL;
    const struct lts_edit edits[] = {{LTS_RENAME, "*", "x"}};
    ok(lts_read(path, LTS_FMT_UNKNOWN, 0, &edited, &d) == ST_OK && edited->held_mapped, "again");
    lts_relabel(edited, edits, 1);
    ok(!strcmp(lts_label(edited, 0), "x") && comes_back(l, whole),
       "edited in place: the file and other mappings keep what was there");
    lts_free(edited);
    struct lts *copy = lts_copy(l), *reached = lts_reachable(l);
    lts_free(l);
    ok(comes_back(copy, whole) && !copy->held, "a copy lives longer than the mapping");
    ok(reached->states == 3, "so does the reachable part");
    lts_free(copy);
    lts_free(reached);
    ok(truncate(path, 100) == 0 && lts_read(path, LTS_FMT_UNKNOWN, 0, &l, &d) == ST_BAD && !l, "a file cut off: %s",
       d.text);
    close(fd);
    unlink(path);
}

static bool refused(const struct buf *b)
{
    struct lts *l = NULL;
    struct diag d = {0};
    bool good = read_exactly(b, &l, &d) == ST_BAD && !l && d.text[0] && !strcmp(d.at.file, "x.lts");
    if (!good)
        printf("# not refused: '%s'\n", d.text);
    lts_free(l);
    return good;
}

static void damage(struct buf *whole)
{
    bool good = true;
    for (size_t i = 0; i < whole->size * 8; i++) {
        whole->data[i / 8] ^= (char)(1 << i % 8);
        good &= refused(whole);
        whole->data[i / 8] ^= (char)(1 << i % 8);
    }
    ok(good, "each of %zu flipped bits is noticed", whole->size * 8);
    struct buf part = *whole;
    for (part.size = 0, good = true; part.size < whole->size; part.size++)
        good &= refused(&part);
    ok(good, "so is each cut");
    struct buf more = {0};
    buf_add(&more, whole->data, whole->size);
    buf_putc(&more, 0);
    ok(refused(&more), "so is a byte behind the end");
    buf_free(&more);
}

/* Makes the checksum fit what the header says, as far as it lies in the file. */
static void fit_checksum(struct buf *b)
{
    struct binary_header h;
    const void *sections[SECTIONS];
    memcpy(&h, b->data, sizeof h);
    for (size_t i = 0; i < SECTIONS; i++) {
        if (h.section[i].offset > b->size || h.section[i].size > b->size - h.section[i].offset)
            return;
        sections[i] = b->data + h.section[i].offset;
    }
    h.checksum = io_binary_checksum(&h, sections);
    memcpy(b->data, &h, sizeof h);
}

/* What a reader of the library relies on. */
static bool is_sound(const struct lts *l)
{
    bool good = l->initial < l->states && l->first[0] == 0 && !strcmp(base_intern_str(l->labels, 0), "i");
    for (uint32_t s = 0; s < l->states; s++) {
        good &= l->first[s] <= l->first[s + 1];
        for (uint64_t t = l->first[s]; good && t < l->first[s + 1]; t++) {
            good &= l->target[t] < l->states && l->label[t] < base_intern_count(l->labels);
            if (t > l->first[s])
                good &= l->label[t - 1] < l->label[t] ||
                        (l->label[t - 1] == l->label[t] && l->target[t - 1] < l->target[t]);
        }
        if (l->state_names && l->state_names[s])
            good &= strlen(l->state_names[s]) < 1000;
    }
    return good;
}

/* Numbers that lie at the edges of what is checked. */
static uint64_t odd_number(uint64_t old)
{
    switch (any(8)) {
    case 0:
        return old + 1;
    case 1:
        return old - 1;
    case 2:
        return 0;
    case 3:
        return UINT64_MAX - any(100);
    case 4:
        return (uint64_t)1 << any(64);
    case 5:
        return old * 2;
    case 6:
        return old ^ (uint64_t)1 << any(64);
    default:
        return any(600);
    }
}

static void hostile(const struct buf *whole)
{
    enum { ROUNDS = 200000 };
    bool good = true;
    int systems = 0;
    for (int round = 0; round < ROUNDS && good; round++) {
        struct buf b = {0};
        struct lts *l = NULL;
        struct diag d = {0};
        buf_add(&b, whole->data, whole->size);
        for (uint32_t edits = 1 + any(3); edits; edits--) {
            size_t width = any(2) ? 4 : 8,
                   at = (any(2) ? any(sizeof(struct binary_header)) : any((uint32_t)b.size)) / width * width;
            uint64_t n = 0;
            if (at < 24 || at + width > b.size)
                continue;
            memcpy(&n, b.data + at, width);
            n = odd_number(n);
            memcpy(b.data + at, &n, width);
        }
        fit_checksum(&b);
        enum status st = read_exactly(&b, &l, &d);
        good = st == ST_OK ? is_sound(l) : st == ST_BAD && !l && d.text[0];
        systems += st == ST_OK;
        lts_free(l);
        buf_free(&b);
    }
    ok(good, "%d files with odd numbers and right checksums: refused, or sound", (int)ROUNDS);
    ok(systems > 100 && systems < ROUNDS / 2, "%d of them are systems", systems);
}

static void said(const struct buf *whole, size_t at, uint32_t value, const char *message)
{
    struct buf b = {0};
    struct lts *l = NULL;
    struct diag d = {0};
    buf_add(&b, whole->data, whole->size);
    memcpy(b.data + at, &value, sizeof value);
    read_exactly(&b, &l, &d);
    is(d.text, message, message);
    lts_free(l);
    buf_free(&b);
}

int main(void)
{
    struct lts *l = sample();
    struct buf whole = binary(l);
    ok(comes_back(l, &whole), "the sample");
    lts_free(l);
    ways_to_read(&whole);
    said(&whole, 8, 0x04030201, "written on a machine of another byte order; convert it to aut there");
    said(&whole, 12, 7, "version 7 of the format lts; only version 1 is known here");
    said(&whole, 0, 0, "not a system in the format lts");
    said(&whole, 32, 4, "the file is damaged: section 'first' has 32 bytes instead of 40");
    damage(&whole);
    printf("# seed %llu\n", (unsigned long long)seed);
    hostile(&whole);
    buf_free(&whole);
    return done();
}
