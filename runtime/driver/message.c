/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Messages to people on standard error, in GCC's form and GCC's colours.
 *
 * Invariant: nothing is printed to standard output here, and colour only where GCC itself would colour.
 * Source: GCC manual, "Options to Control Diagnostic Messages Formatting".
 */
#include "runtime/driver/driver.h"

#include <unistd.h>

/* The capabilities of GCC_COLORS that we use, with GCC's own defaults. */
static struct {
    const char *name;
    char code[32];
} palette[COLOURS] = {
    [COLOUR_ERROR] = {"error", "01;31"}, [COLOUR_WARNING] = {"warning", "01;35"}, [COLOUR_NOTE] = {"note", "01;36"},
    [COLOUR_LOCUS] = {"locus", "01"},    [COLOUR_QUOTE] = {"quote", "01"},        [COLOUR_RANGE] = {"range1", "32"},
    [COLOUR_PATH] = {"path", "01;36"},
};
static bool coloured, is_paused;
static char sequences[COLOURS][48];

static void read_gcc_colors(const char *s)
{
    while (*s) {
        size_t n = strcspn(s, ":"), name = strcspn(s, "=:");
        for (int i = 0; i < COLOURS; i++)
            if (name < n && strlen(palette[i].name) == name && !strncmp(palette[i].name, s, name) &&
                strspn(s + name + 1, "0123456789;") == n - name - 1)
                snprintf(palette[i].code, sizeof palette[i].code, "%.*s", (int)(n - name - 1), s + name + 1);
        s += n + (s[n] == ':');
    }
}

void driver_colour_init(enum colour_mode mode)
{
    const char *term = getenv("TERM"), *colors = getenv("GCC_COLORS");
    coloured = mode == COLOUR_ALWAYS || (mode == COLOUR_AUTO && isatty(2) && term && strcmp(term, "dumb"));
    if (colors && !*colors)
        coloured = false;
    if (colors)
        read_gcc_colors(colors);
    for (int i = 0; i < COLOURS; i++)
        snprintf(sequences[i], sizeof sequences[i], "\33[%s", palette[i].code);
    for (int i = 0; i < COLOURS; i++)
        strcat(sequences[i], "m\33[K");
}

const char *driver_colour_on(enum colour c)
{
    return coloured && !is_paused ? sequences[c] : "";
}

const char *driver_colour_off(enum colour c)
{
    (void)c;
    return coloured && !is_paused ? "\33[m\33[K" : "";
}

bool driver_colour_pause(bool pause)
{
    bool was = is_paused;
    is_paused = pause;
    return was;
}

void driver_put_message(struct buf *out, struct place at, enum diag_level level, const char *text)
{
    static const struct {
        const char *word;
        enum colour colour;
    } levels[] = {[DIAG_NOTE] = {"note", COLOUR_NOTE},
                  [DIAG_WARNING] = {"warning", COLOUR_WARNING},
                  [DIAG_ERROR] = {"error", COLOUR_ERROR}};
    enum colour c = levels[level].colour;
    bool has_file = at.file && *at.file;
    buf_printf(out, "%s%s", driver_colour_on(COLOUR_LOCUS), has_file ? at.file : "cwolf");
    if (has_file && at.line)
        buf_printf(out, ":%u", at.line);
    if (has_file && at.line && at.col)
        buf_printf(out, ":%u", at.col);
    buf_printf(out, ":%s %s%s:%s %s", driver_colour_off(COLOUR_LOCUS), driver_colour_on(c), levels[level].word,
               driver_colour_off(c), text);
}

void driver_say_diag(const struct diag *d)
{
    struct buf b = {0};
    driver_put_message(&b, d->at, d->level, d->text);
    buf_putc(&b, '\n');
    fwrite(b.data, 1, b.size, stderr);
    buf_free(&b);
}

void driver_say(enum diag_level level, const char *format, ...)
{
    struct diag d = {.level = level};
    va_list args;
    va_start(args, format);
    vsnprintf(d.text, sizeof d.text, format, args);
    va_end(args);
    driver_say_diag(&d);
}

int driver_say_failure(enum status st, const struct diag *d)
{
    struct diag e = *d;
    e.level = DIAG_ERROR;
    driver_say_diag(&e);
    return st == ST_LIMIT || st == ST_STOPPED ? EX_MAYBE : EX_BAD;
}

static void report(void *context, const struct diag *d)
{
    (void)context;
    driver_say_diag(d);
}

const struct diag_sink *driver_say_sink(void)
{
    static const struct diag_sink sink = {report, NULL};
    return &sink;
}

static int out_of_memory_status = EX_BAD;

void driver_set_out_of_memory_status(int status)
{
    out_of_memory_status = status;
}

static uint64_t memory_limit;

void driver_set_memory_limit(uint64_t bytes)
{
    memory_limit = bytes;
    out_of_memory_status = EX_MAYBE;
}

void base_out_of_memory(size_t wanted)
{
    if (memory_limit)
        fprintf(stderr, "cwolf: error: more memory is needed than the %llu MB that --max-memory allows\n",
                (unsigned long long)(memory_limit >> 20));
    else
        fprintf(stderr, "cwolf: error: out of memory: the system (or ulimit) does not allow another %zu bytes\n",
                wanted);
    _exit(out_of_memory_status);
}
