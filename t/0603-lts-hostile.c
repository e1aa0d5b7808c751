/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Damaged and hostile files: cut at every byte, changed at random, random bytes. Each is either read or refused with a
 * message; what is read can be written again. Sanitized builds make this test sharp.
 */
#include "runtime/lts/lts.h"
#include "tap.h"

#include <stdlib.h>

static uint64_t seed = 60310;

static uint32_t any(uint32_t below)
{
    seed += 0x9e3779b97f4a7c15u;
    return (uint32_t)(hash_u64(seed) >> 33) % below;
}

static const struct {
    enum lts_format format;
    const char *name, *text;
} samples[] = {
    {LTS_FMT_AUT, "aut", "des (0,4,3)\n(0,\"say \\\"x\\\"\",1)\n(1, f(x, 1), 2)\r\n(2,i,0)(2,\"tau\",1)\n# end\n"},
    {LTS_FMT_CCS, "ccs",
     "* c\nset S = {a, 'b}\nproc main = (P | 'a.P[b/a] + \"x\".nil) \\ S\nproc P = a.t.P + 'b.(nil | a.0) \\ c -- e\n"},
    {LTS_FMT_CWB, "cwb", "proc main = Aut(start=0,\n    0:'a{0,1}b{2}\n    1:t{0}\n    2:\"x y\"{1})\n"},
    {LTS_FMT_JSON, "json",
     "{\"states\": 2, \"initial\": 0, \"labels\": [\"i\", \"\\u0041\\ud83d\\udc3a\\udcff\"], \"modal\": true, "
     "\"propositions\": [\"p\"], \"values\": [\"1\", \"?\"], \"state_names\": [\"s\", null],\n"
     " \"other\": {\"x\": [1.5e3, {}]}, \"transitions\": [[0,1,1],[1,0,0,false]]}"},
};
enum { SAMPLES = sizeof samples / sizeof *samples };

/* Reads; a failure must come with a message, a success must be writable. */
static bool survives(const char *text, size_t size, enum lts_format format)
{
    static const enum lts_format outputs[] = {LTS_FMT_AUT,  LTS_FMT_CCS,     LTS_FMT_DOT,    LTS_FMT_JSON,
                                              LTS_FMT_TEXT, LTS_FMT_PROMELA, LTS_FMT_GRAPHML};
    char *exact = base_mem_alloc(size ? size : 1); /* no byte behind, so that reading over the end is seen */
    memcpy(exact, text, size);
    struct lts *l = NULL;
    struct diag d = {0};
    struct buf out = {0};
    enum status st = lts_read_text("x", exact, size, format, NULL, 2000, &l, &d);
    bool good = st == ST_OK ? l != NULL : !l && d.text[0];
    for (size_t i = 0; l && l->states < 100 && i < sizeof outputs / sizeof *outputs; i++) {
        struct diag ignored;
        out.size = 0;
        lts_write(l, outputs[i], NULL, &out, &ignored);
    }
    buf_free(&out);
    lts_free(l);
    free(exact);
    if (!good)
        printf("# status %d, message '%s' for: %.*s\n", st, d.text, (int)size, text);
    return good;
}

static bool cut_everywhere(const char *text, enum lts_format format)
{
    bool good = true;
    for (size_t n = 0; n <= strlen(text); n++)
        good &= survives(text, n, format) && survives(text + n, strlen(text) - n, format);
    return good;
}

/* A few random edits with bytes that the formats care about. */
static bool change_at_random(const char *text, enum lts_format format)
{
    static const char bytes[] = "(){}[]\",.:'\\/+|=*-0123456789ti\n\r \t#%\377\200";
    bool good = true;
    for (int round = 0; round < 4000; round++) {
        struct buf b = {0};
        buf_puts(&b, text);
        for (uint32_t edits = 1 + any(4); edits && b.size; edits--) {
            size_t at = any((uint32_t)b.size);
            char c = any(8) ? bytes[any(sizeof bytes)] : (char)any(256); /* the zero at the end of bytes counts too */
            if (any(3) == 0)
                memmove(b.data + at, b.data + at + 1, b.size-- - at - 1);
            else if (any(2))
                b.data[at] = c;
            else {
                buf_putc(&b, 0);
                memmove(b.data + at + 1, b.data + at, b.size - at - 1);
                b.data[at] = c;
            }
        }
        good &= survives(b.data, b.size, format);
        buf_free(&b);
    }
    return good;
}

static bool random_bytes(enum lts_format format)
{
    bool good = true;
    for (int round = 0; round < 2000; round++) {
        char text[200];
        size_t n = any(sizeof text);
        for (size_t i = 0; i < n; i++)
            text[i] = (char)any(256);
        good &= survives(text, n, format);
    }
    return good;
}

static bool repeated(const char *start, const char *part, size_t times, enum lts_format format)
{
    struct buf b = {0};
    buf_puts(&b, start);
    for (size_t i = 0; i < times; i++)
        buf_puts(&b, part);
    bool good = survives(b.data, b.size, format);
    buf_free(&b);
    return good;
}

int main(void)
{
    for (size_t i = 0; i < SAMPLES; i++) {
        struct lts *l = NULL;
        struct diag d = {0};
        ok(lts_read_text("x", samples[i].text, strlen(samples[i].text), samples[i].format, NULL, 2000, &l, &d) == ST_OK,
           "%s: the sample itself is read %s", samples[i].name, d.text);
        lts_free(l);
        ok(cut_everywhere(samples[i].text, samples[i].format), "%s: cut at every byte", samples[i].name);
        ok(change_at_random(samples[i].text, samples[i].format), "%s: 4000 random changes", samples[i].name);
        ok(random_bytes(samples[i].format), "%s: 2000 random texts", samples[i].name);
    }
    ok(random_bytes(LTS_FMT_UNKNOWN), "random texts whose format is guessed");
    ok(repeated("{\"x\":", "[", 1000000, LTS_FMT_JSON), "json: a million brackets");
    ok(repeated("{\"x\":", "{\"x\":", 1000000, LTS_FMT_JSON), "json: a million objects");
    ok(repeated("proc P = ", "a.(", 1000000, LTS_FMT_CCS), "ccs: a million prefixes and brackets");
    ok(repeated("proc P = nil", "\\a", 1000000, LTS_FMT_CCS), "ccs: a million restrictions");
    ok(repeated("proc P = nil", "|nil", 1000000, LTS_FMT_CCS), "ccs: a million components that do nothing");
    ok(repeated("proc P = a.nil", "|a.nil", 20000, LTS_FMT_CCS), "ccs: 20,000 components");
    ok(repeated("des (0,1,2)\n(0,\"", "\", 1", 200000, LTS_FMT_AUT), "aut: 200,000 quotes that may end a label");
    ok(repeated("des (0,1,2)\n(0,", ", 1)", 200000, LTS_FMT_AUT), "aut: 200,000 endings of a bare label");
    return done();
}
