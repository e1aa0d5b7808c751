/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The inputs that the user gave: results of functions, what is read from volatile memory, and standard input, whose
 * characters they are. Functions of stdio that read more than a character get a stream of all inputs in place of
 * standard input, which stands where the next input is. Source: the Linux manual pages fmemopen(3) and stdin(3).
 */
#include "runtime/run/trace/trace.h"
#include "runtime/run/host/external.h"
#include "runtime/points/effect_letters.h"

#include <stdio.h>

static bool next_input(struct machine *m, int64_t *x, struct run_input_from from, const struct effect *e)
{
    double real;
    bool is_stdin = !from.func && !from.var;
    bool is_more = m->trace && !is_stdin && m->next_input < m->trace->most_inputs; /* of zeros */
    if (m->next_input >= m->cfg->input_count && !is_more)
        return false;
    if (!from.is_floating &&
        run_is_fraction(m->cfg->inputs[m->next_input], m->cfg->fractions, m->cfg->fraction_count, &real))
        run_stop(m, "input %zu is %g, where an integer is taken", m->next_input + 1, real);
    if (m->trace)
        run_trace_input(m, from, e);
    *x = m->cfg->inputs[m->next_input++];
    return true;
}

struct val run_input_value(struct machine *m, struct shape t, struct run_input_from from, const struct effect *e)
{
    int64_t x;
    if (!m->cfg->has_inputs)
        run_refuse(m, "'%s' gives an input: --inputs says what",
                   from.func ? cwi_func_of(m->u, from.func)->name : cwi_var_of(m->u, from.var)->name);
    from.bits = t.bits;
    from.is_signed = t.is_signed;
    from.is_floating = t.form != FORM_INT;
    if (!next_input(m, &x, from, e))
        run_stop(m, "the %zu inputs are used up", m->cfg->input_count);
    double real = (double)x;
    if (from.is_floating)
        run_is_fraction(x, m->cfg->fractions, m->cfg->fraction_count, &real);
    if (t.form != FORM_INT && t.form != FORM_DOUBLE && t.form != FORM_FLOAT)
        run_refuse(m, "an input that is no integer and no number of 32 or 64 bits");
    return (struct val){t.form == FORM_INT      ? run_fit((uint64_t)x, t)
                        : t.form == FORM_DOUBLE ? run_double_bits(real)
                                                : run_float_bits((float)real),
                        0, 0};
}

uint8_t run_input_byte(struct machine *m, struct run_input_from from)
{
    const struct shape byte = {.form = FORM_INT, .size = 1, .bits = 8};
    return (uint8_t)run_input_value(m, byte, from, NULL).bits;
}

/* It gives more than its result: memory that it is handed. */
static bool gives_memory(const struct effect *e)
{
    bool gives = false;
    for (uint32_t i = 0; i < e->param_count; i++)
        gives |= effect_among(effect_letter(e, i), LETTERS_WRITTEN);
    return gives;
}

bool run_input(struct machine *m, struct outcall *c)
{
    if (gives_memory(&c->x->effect))
        run_refuse(m, "'%s' is an input that is written through a pointer", c->x->name);
    if (c->code->result.form != FORM_NONE) {
        c->result = run_input_value(m, c->code->result, (struct run_input_from){.func = c->x->id}, &c->x->effect);
        run_trace_input_result(m, (uint32_t)m->next_input - 1, &c->x->effect);
    }
    return true;
}

enum { READ_AHEAD = 4096 }; /* of a file, by a stream: glibc's buffer */
static const struct run_input_from character = {.bits = 8};

/* Another stream or descriptor is the host's to do, but for runs that may not touch it. */
static bool leave_to_host(struct machine *m, const struct outcall *c)
{
    if (m->cfg->is_closed || m->is_repeated)
        run_refuse_outside(m, c->x->name);
    return false;
}

static bool do_character(struct machine *m, struct outcall *c)
{
    int64_t x;
    if (c->count && c->args[0].bits != (uint64_t)(uintptr_t)stdin)
        return leave_to_host(m, c);
    c->result = (struct val){(uint64_t)-1, 0, 0};
    if (m->unread) {
        c->result.bits = m->unread - 1u;
        m->unread = 0;
        return true;
    }
    m->are_inputs_used = m->next_input >= m->cfg->input_count;
    m->is_stdin_begun = true;
    if (next_input(m, &x, character, NULL)) {
        c->result.bits = (uint64_t)(x & 0xff);
        run_trace_input_result(m, (uint32_t)m->next_input - 1, NULL);
    }
    return true;
}

static bool do_read(struct machine *m, struct outcall *c)
{
    uint64_t n = 0, size = c->args[2].bits;
    int64_t x;
    if (c->args[0].bits)
        return leave_to_host(m, c);
    if (m->is_stdin_begun && (m->is_stdin_set_up || m->cfg->input_count > READ_AHEAD))
        run_refuse(m, "'%s' gets what a stream has left of standard input", c->x->name);
    if (m->is_stdin_begun)
        size = 0;
    uint8_t *to = size ? run_access(m->frame, c->args[1], 1, true) : NULL;
    for (; n < size && next_input(m, &x, character, NULL); n++) {
        run_access(m->frame, (struct val){(uint64_t)(uintptr_t)to + n, c->args[1].object, 0}, 1, true);
        run_memory_store(&m->mem, to + n, 1, (struct val){(uint64_t)(x & 0xff), 0, 0});
        run_trace_input_byte(m, (uint32_t)m->next_input - 1, to + n);
    }
    c->result = (struct val){n, 0, 0};
    return true;
}

/* ---- standard input as a stream ---------------------------------------------------------------------------------- */

static FILE *open_given(struct machine *m)
{
    size_t n = m->cfg->input_count;
    char *text = arena_alloc(m->arena, n + 1);
    for (size_t i = 0; i < n; i++)
        text[i] = (char)m->cfg->inputs[i];
    return n ? fmemopen(text, n, "r") : fopen("/dev/null", "r");
}

/* The next input as a place in that stream: others may have taken zeros behind its end. */
static size_t next_given(const struct machine *m)
{
    return m->next_input < m->cfg->input_count ? m->next_input : m->cfg->input_count;
}

/* The host's function reads from the inputs, until run_given_end. */
static bool do_stream(struct machine *m, struct outcall *c)
{
    bool is_stdin = true;
    for (uint32_t i = 0; i < c->count && i < c->x->effect.param_count; i++)
        is_stdin &= effect_letter(&c->x->effect, i) != 's' || c->args[i].bits == (uint64_t)(uintptr_t)stdin;
    if (!is_stdin)
        return leave_to_host(m, c);
    m->is_stdin_begun = true;
    m->given = m->given ? m->given : open_given(m);
    if (!m->given || fseek(m->given, (long)next_given(m), SEEK_SET))
        run_refuse(m, "'%s' reads the inputs, for which there is no stream", c->x->name);
    for (uint32_t i = 0; i < c->count && i < c->x->effect.param_count; i++)
        if (effect_letter(&c->x->effect, i) == 's')
            c->args[i].bits = (uint64_t)(uintptr_t)m->given;
    if (m->unread)
        ungetc(m->unread - 1, m->given);
    m->real_stdin = stdin;
    stdin = m->given;
    own_function *own = run_own_library(c->x->name);
    return own && own(m, c);
}

void run_given_end(struct machine *m, const struct outcall *c)
{
    if (!m->real_stdin)
        return;
    bool is_line = str_begins(c->x->name, "fgets") && c->result.bits;
    uint8_t *to = is_line ? (uint8_t *)(uintptr_t)c->result.bits : NULL;
    long end = ftell(m->given);
    int64_t unused;
    stdin = m->real_stdin;
    m->real_stdin = NULL;
    m->are_inputs_used = feof(m->given);
    m->unread = (long)next_given(m) <= end ? 0 : m->unread;
    for (; (long)m->next_input < end && next_input(m, &unused, character, NULL); to += is_line)
        if (is_line)
            run_trace_input_byte(m, (uint32_t)m->next_input - 1, to);
}

void run_given_close(struct machine *m)
{
    if (m->real_stdin)
        stdin = m->real_stdin;
    if (m->given)
        fclose(m->given);
    m->real_stdin = m->given = NULL;
    m->are_inputs_used = m->is_stdin_begun = m->is_stdin_set_up = false;
    m->unread = 0;
}

static bool do_end_of_file(struct machine *m, struct outcall *c)
{
    bool is_stdin = c->args[0].bits == (uint64_t)(uintptr_t)stdin;
    c->result = (struct val){is_stdin && m->are_inputs_used, 0, 0};
    return is_stdin;
}

static bool do_unread(struct machine *m, struct outcall *c)
{
    if (c->args[1].bits != (uint64_t)(uintptr_t)stdin)
        return leave_to_host(m, c);
    uint8_t x = (uint8_t)c->args[0].bits;
    c->result = (struct val){(uint64_t)-1, 0, 0};
    if ((int)c->args[0].bits == EOF)
        return true;
    if (m->unread)
        run_refuse(m, "'%s' gives back more than a character", c->x->name);
    if (m->next_input && !m->cfg->has_world && (m->cfg->inputs[m->next_input - 1] & 0xff) == x)
        m->next_input--; /* else it may be one of something else */
    else
        m->unread = x + 1u;
    m->are_inputs_used = false;
    c->result = (struct val){x, 0, 0};
    return true;
}

static bool do_set_up(struct machine *m, struct outcall *c)
{
    bool is_stdin = c->args[0].bits == (uint64_t)(uintptr_t)stdin;
    if (!is_stdin)
        return leave_to_host(m, c);
    m->is_stdin_set_up = true;
    c->result = (struct val){0, 0, 0};
    return true;
}

static bool do_clear(struct machine *m, struct outcall *c)
{
    if (c->args[0].bits == (uint64_t)(uintptr_t)stdin)
        run_refuse(m, "'%s' lets standard input go on behind its end", c->x->name);
    return false;
}

own_function *run_own_stdin(const char *name)
{
    static const struct own_row rows[] = {
        {"getchar", do_character},
        {"getc", do_character},
        {"fgetc", do_character},
        {"getchar_unlocked", do_character},
        {"getc_unlocked", do_character},
        {"read", do_read},
        {"feof", do_end_of_file},
        {"feof_unlocked", do_end_of_file},
        {"ungetc", do_unread},
        {"clearerr", do_clear},
        {"clearerr_unlocked", do_clear},
        {"fgets", do_stream},
        {"fgets_unlocked", do_stream},
        {"gets", do_stream},
        {"scanf", do_stream},
        {"fscanf", do_stream},
        {"vscanf", do_stream},
        {"vfscanf", do_stream},
        {"fread", do_stream},
        {"fread_unlocked", do_stream},
        {"getline", do_stream},
        {"getdelim", do_stream},
        {"setvbuf", do_set_up},
        {"setbuf", do_set_up},
        {"setbuffer", do_set_up},
        {"setlinebuf", do_set_up},
    };
    return run_find_own(rows, sizeof rows / sizeof *rows, name);
}
