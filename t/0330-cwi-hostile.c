/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Damaged and malicious fragments: whatever the bytes are, reading gives a valid unit, or an error that names the file,
 * and nothing crashes (run it with sanitizers). Thousands of mutations of the frame, of the XML inside it, framed anew,
 * and of units in memory, which then must be refused or fit for printing, linking and writing.
 */
#include <stdlib.h>

#include "0300-units.h"
#include "runtime/cwi/frame.h"
#include "runtime/driver/graph/calls.h"
#include "runtime/driver/driver.h"
#include "runtime/driver/graph/flow.h"

static uint64_t seed = 20261121;

static uint32_t roll(uint32_t n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % n;
}

struct tally {
    unsigned good, bad, wrong;
    char example[200];
};

static void use(struct cwi_unit *u)
{
    struct buf b = {0};
    struct diag d;
    struct cwi_inputs in = {.arena = arena_new()};
    struct cwi_unit *linked;
    cwi_dump(u, &b);
    struct call_graph calls;
    driver_calls_make(&calls, u, 0, CALLS_NO_LIMIT);
    driver_calls_put_text(&calls, &b);
    driver_calls_put_dot(&calls, CALLS_FOLD_AUTO, "x", &b);
    driver_calls_put_dot(&calls, CALLS_FOLD_FILE, "x", &b);
    driver_calls_free(&calls);
    for (cwi_id f = 1; f < u->funcs.count; f++)
        driver_flow_put_dot(u, f, &b);
    driver_source_forget();
    cwi_find_func(u, "a.c", "main", NULL);
    b.size = 0;
    if (cwi_write(u, &b, &d) != ST_OK)
        ok(false, "a unit that was read cannot be written: %s", d.text);
    struct cwi_unit **units = arena_alloc(in.arena, sizeof *units);
    *units = u;
    struct cwi_input input = {.path = "x", .units = units, .unit_count = 1};
    vec_push(&in.list, input);
    if (cwi_link(&in, "out", NULL, &linked, &d) == ST_OK)
        cwi_unit_free(linked);
    cwi_inputs_free(&in);
    buf_free(&b);
}

static void try(struct tally *t, const void *data, size_t size)
{
    struct cwi_unit **units;
    size_t count;
    struct diag d = {0};
    enum status st = cwi_read("prog.o", data, size, &units, &count, &d);
    if (st == ST_OK) {
        t->good++;
        for (size_t i = 0; i < count; i++)
            use(units[i]);
        free(units);
        return;
    }
    t->bad++;
    bool named = st == ST_BAD && d.at.file && !strcmp(d.at.file, "prog.o") && d.text[0] && count == 0;
    if (!named)
        t->wrong++;
    else
        snprintf(t->example, sizeof t->example, "%.190s", d.text);
}

static void report(const struct tally *t, const char *what)
{
    ok(t->wrong == 0, "%s: %u refused, %u taken; e.g. %s", what, t->bad, t->good, t->example);
}

static void frame(const char *xml, size_t size, struct buf *out)
{
    out->size = 0;
    struct frame_out *f = cwi_frame_start(out);
    cwi_frame_add(f, xml, (int)size);
    cwi_frame_end(f);
}

static void mutate(struct buf *b)
{
    uint32_t at = roll((uint32_t)b->size), other = roll((uint32_t)b->size), n = 1 + roll(12);
    if (at + n > b->size || other + n > b->size)
        return;
    switch (roll(6)) {
    case 0:
        b->data[at] ^= (char)(1 << roll(8));
        break;
    case 1:
        b->size = at;
        break;
    case 2:
        memmove(b->data + at, b->data + at + n, b->size - at - n);
        b->size -= n;
        break;
    case 3:
        memmove(b->data + at, b->data + other, n);
        break;
    case 4:
        b->data[at] = (char)("0123456789<>/\"&=?!- \0"[roll(21)]);
        break;
    default:
        for (uint32_t i = at; i < b->size; i++) /* the next number becomes another */
            if (b->data[i] >= '0' && b->data[i] <= '9') {
                b->data[i] = (char)('0' + roll(10));
                break;
            }
    }
}

static void mutations(const struct buf *good, const struct buf *xml, bool inside, int rounds)
{
    struct tally t = {0};
    struct buf copy = {0}, framed = {0};
    for (int i = 0; i < rounds; i++) {
        const struct buf *from = inside ? xml : good;
        copy.size = 0;
        buf_add(&copy, from->data, from->size);
        for (uint32_t k = 1 + roll(3); k > 0 && copy.size > 20; k--)
            mutate(&copy);
        if (inside)
            frame(copy.data, copy.size, &framed);
        try(&t, inside ? framed.data : copy.data, inside ? framed.size : copy.size);
    }
    report(&t, inside ? "mutated XML in a right frame" : "mutated frames");
    ok(t.bad > 100, "enough of them were wrong");
    buf_free(&copy);
    buf_free(&framed);
}

static void truncations(const struct buf *good)
{
    struct tally t = {0};
    for (size_t n = 1; n < good->size; n++)
        try(&t, good->data, n);
    report(&t, "truncated at every byte");
    ok(t.good == 0, "none of them was taken");
}

#define START                                                                                                          \
    CWI_XML_START                                                                                                      \
    "<cwi version=\"3\" name=\"a\" producer=\"p\" pointer=\"64\" order=\"little\" char=\"signed\" linked=\"no\" "      \
    "static=\"no\">"

static void refused(const char *what, const char *expected, const char *xml)
{
    struct buf framed = {0};
    struct cwi_unit **units;
    size_t count;
    struct diag d = {0};
    frame(xml, strlen(xml), &framed);
    enum status st = cwi_read("prog.o", framed.data, framed.size, &units, &count, &d);
    if (!ok(st == ST_BAD && strstr(d.text, expected), "%s", what))
        printf("# expected: ... %s ...\n# got: %s\n", expected, st == ST_BAD ? d.text : "no error");
    buf_free(&framed);
}

static void attacks(void)
{
    refused("a document type", "plain form", CWI_XML_START "<!DOCTYPE cwi [<!ENTITY a \"aaaa\">]><cwi version=\"3\"/>");
    refused("an external entity", "plain form",
            CWI_XML_START "<cwi version=\"3\"><!DOCTYPE x SYSTEM \"file:///etc/passwd\"></cwi>");
    refused("a comment", "plain form", START "<!-- --></cwi>");
    refused("a processing instruction", "plain form", START "<?php x?></cwi>");
    refused("another encoding", "plain form", "<?xml version=\"1.0\" encoding=\"UTF-16\"?>\n<cwi version=\"3\"/>");
    refused("an unknown entity", "well-formed", START "<files><file n=\"&x;\"/></files></cwi>");
    refused("text", "only elements", START "hello</cwi>");
    refused("an unknown section", "unknown or out of order", START "<other/></cwi>");
    refused("sections out of order", "unknown or out of order", START "<types/><files/></cwi>");
    refused("an unknown attribute", "unknown attribute", START "<files><file n=\"a\" m=\"b\"/></files></cwi>");
    refused("a number too large", "no number up to",
            START "<types><type k=\"int\" b=\"99999999999\" s=\"4\"/></types></cwi>");
    refused("a type that is an array of itself", "contain themselves",
            START "<types><type k=\"array\" of=\"1\" c=\"2\" s=\"8\"/></types></cwi>");
    refused("a struct in itself", "contain themselves",
            START "<types><type k=\"struct\" s=\"8\"><m t=\"1\"/></type></types></cwi>");
    refused("a pointer to itself", "contain themselves",
            START "<types><type k=\"ptr\" of=\"1\" b=\"64\" s=\"8\"/></types></cwi>");
    refused("a type of no type", "there is no type 7",
            START "<types><type k=\"ptr\" of=\"7\" b=\"64\" s=\"8\"/></types></cwi>");
    refused("an integer of 65 bits", "65 bits", START "<types><type k=\"int\" b=\"65\" s=\"9\"/></types></cwi>");
    refused("a NUL", "wrong escape", START "<files><file n=\"a\\x00b\"/></files></cwi>");
    refused("too many attributes", "too many attributes",
            START "<types><type a=\"\" b=\"\" c=\"\" d=\"\" e=\"\" f=\"\" g=\"\" h=\"\" i=\"\" j=\"\" k=\"\" l=\"\" "
                  "m=\"\" n=\"\" o=\"\" "
                  "p=\"\" q=\"\" r=\"\" s=\"\" t=\"\" u=\"\" v=\"\" w=\"\" x=\"\" y=\"\"/></types></cwi>");
    struct buf deep = {0};
    buf_puts(&deep, START "<types><type k=\"int\" b=\"32\" s=\"4\" fl=\"s\"/></types><vars><var k=\"static\" n=\"x\" "
                          "t=\"1\"><i s=\"4\">");
    for (int i = 0; i < 100000; i++)
        buf_puts(&deep, "<u k=\"neg\" t=\"1\">");
    refused("an expression 100,000 deep", "", deep.data);
    buf_free(&deep);
}

static void bombs(const struct buf *good)
{
    struct tally t = {0};
    struct buf b = {0}, zeros = {0};
    buf_add(&b, good->data, good->size);
    memset(b.data + 8, 0xff, 7); /* claims a size near 2^56 */
    try(&t, b.data, b.size);
    b.size = 0;
    static const char nothing[1 << 20];
    buf_puts(&zeros, START);
    buf_add(&zeros, nothing, sizeof nothing);
    frame(zeros.data, zeros.size, &b);
    try(&t, b.data, b.size);
    for (int i = 0; i < 100; i++) /* 100 MiB out of a few kilobytes */
        buf_add(&zeros, nothing, sizeof nothing);
    frame(zeros.data, zeros.size, &b);
    try(&t, b.data, b.size);
    report(&t, "bombs");
    ok(t.good == 0 && b.size < 20000 && strstr(t.example, "impossibly large"), "none goes off");
    buf_free(&b);
    buf_free(&zeros);
}

/* A frame whose checksum is right, but of another version of the format. */
static void versions(const struct buf *good)
{
    struct diag d = {0};
    struct cwi_unit **units;
    size_t count;
    struct buf b = {0};
    buf_add(&b, good->data, good->size);
    b.data[6] = 9;
    ok(cwi_read("prog.o", b.data, b.size, &units, &count, &d) == ST_BAD &&
           strstr(d.text, "format version 9, expected version 3"),
       "another version of the format is told: %s", d.text);
    buf_free(&b);
}

static struct buf xml_in(const struct buf *framed)
{
    struct buf xml = {0};
    size_t at = 0;
    bool found;
    cwi_frame_next("x", framed->data, framed->size, &at, &xml, &found, NULL);
    return xml;
}

int main(void)
{
    struct everything e = make_everything();
    struct buf good = {0};
    struct diag d;
    cwi_write(e.m.u, &good, &d);
    struct buf xml = xml_in(&good);
    printf("# seed %llu\n", (unsigned long long)seed);
    truncations(&good);
    mutations(&good, &xml, false, 3000);
    mutations(&good, &xml, true, 6000);
    attacks();
    bombs(&good);
    versions(&good);
    buf_free(&good);
    buf_free(&xml);
    cwi_unit_free(e.m.u);
    return done();
}
