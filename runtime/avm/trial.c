/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Choosing inputs, and handing them to the program.
 */
#include "prepare.h"
#include "report.h"
#include "trial.h"

enum {
    MOST_NUMBERS = 256,
    MOST_LITERALS = 64,
    LONGEST_LITERAL = 24,
    LONGEST_TEXT = 400,
    ARGUMENTS = 4,
    MOST_CHOSEN = 1000
};

struct trial {
    uint64_t random;
    struct VEC(int64_t) numbers; /* constants of the program */
    struct VEC(const char *) literals;
    struct buf input, arguments[ARGUMENTS];
    uint32_t argc;
    struct VEC(int64_t) chosen; /* by calls that are no part of standard input */
    bool read_input, read_arguments;
    bool is_buffered; /* by stdio: what read() finds is behind the buffer */
};

/* ---- choosing ---------------------------------------------------------------------------------------------------- */

static uint64_t next(struct trial *t)
{
    t->random = t->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return hash_u64(t->random) >> 8;
}

static uint64_t below(struct trial *t, uint64_t n)
{
    return n ? next(t) % n : 0;
}

static bool add_constants(void *trial, const struct cwi_expr *e)
{
    struct trial *t = trial;
    if (e->kind == CWI_CONST && t->numbers.count < MOST_NUMBERS)
        vec_push(&t->numbers, e->value);
    return true;
}

static void add_stmt(struct trial *t, const struct cwi_stmt *s)
{
    if (s->kind == CWI_IF || s->kind == CWI_SWITCH || s->kind == CWI_ASSIGN)
        cwi_expr_walk(s->rhs, add_constants, t);
    for (uint32_t i = 0; s->kind == CWI_SWITCH && i < s->case_count && t->numbers.count < MOST_NUMBERS; i++)
        vec_push(&t->numbers, s->cases[i].lo);
}

static void read_program(struct avm *m, struct trial *t)
{
    for (cwi_id f = 1; f < m->u->funcs.count; f++) {
        const struct cwi_func *fn = cwi_func_of(m->u, f);
        for (uint32_t b = 0; m->calls->funcs[f].reachable && b < fn->block_count; b++)
            for (uint32_t i = 0; i < fn->blocks[b].count; i++)
                if (fn->blocks[b].stmts[i].rhs)
                    add_stmt(t, &fn->blocks[b].stmts[i]);
    }
    for (cwi_id v = 1; v < m->u->vars.count && t->literals.count < MOST_LITERALS; v++) {
        const struct cwi_var *x = cwi_var_of(m->u, v);
        const char *text = x->linkage == CWI_LITERAL && x->init_count == 1 ? (const char *)x->init[0].bytes : NULL;
        if (text && memchr(text, 0, x->init[0].size) && *text && strlen(text) <= LONGEST_LITERAL && !strchr(text, '%'))
            vec_push(&t->literals, text);
    }
}

static int64_t some_number(struct trial *t)
{
    static const int64_t usual[] = {0, 1, -1, 2, 3, 10, 100, 1000, -100, 127, 255, 256, 65536, INT32_MAX, INT32_MIN};
    uint64_t how = below(t, 8);
    if (how < 4 && t->numbers.count)
        return t->numbers.items[below(t, t->numbers.count)] + (int64_t)below(t, 3) - 1;
    return how < 7 ? usual[below(t, sizeof usual / sizeof *usual)] : (int64_t)(int32_t)next(t);
}

/* A piece of text as programs read it. */
static void add_word(struct trial *t, struct buf *out)
{
    int64_t n;
    uint64_t count;
    switch (below(t, 8)) {
    case 0:
    case 1:
        if (t->literals.count)
            buf_puts(out, t->literals.items[below(t, t->literals.count)]);
        break;
    case 2:
        buf_printf(out, "%lld", (long long)some_number(t));
        break;
    case 3:
        if (!below(t, 3)) {
            buf_putc(out, (char)(128 + below(t, 128)));
            break;
        } /* fall through */
    case 4:
        n = some_number(t);
        buf_putc(out, n > 0 && n < 256 ? (char)n : 'x');
        break;
    case 5:
        for (count = 1 + below(t, below(t, 2) ? 8 : 90), n = ' ' + (int64_t)below(t, 95); count; count--)
            buf_putc(out, (char)n);
        break;
    default:
        buf_putc(out, (char)(' ' + (int64_t)below(t, 95)));
    }
}

/* A character that the program has as a constant, or one that often separates. */
static char some_separator(struct trial *t)
{
    static const char usual[] = " \n,:=;\t";
    int64_t n = t->numbers.count ? t->numbers.items[below(t, t->numbers.count)] : 0;
    return n > 0 && n < 127 && below(t, 2) ? (char)n : usual[below(t, sizeof usual - 1)];
}

static void add_text(struct trial *t, struct buf *out, bool is_line)
{
    char separator = some_separator(t);
    uint64_t often = below(t, 4); /* 0: always the same one between words */
    for (uint64_t words = below(t, 5) * (1 + below(t, 4)); words && out->size < LONGEST_TEXT; words--) {
        add_word(t, out);
        if (!often)
            buf_putc(out, separator);
        else if (!is_line && below(t, 3) == 0)
            buf_putc(out, some_separator(t));
    }
    if (!is_line && below(t, 3))
        buf_putc(out, '\n');
}

void avm_trial_begin(struct avm *m)
{
    if (!m->cfg.trial)
        return;
    struct trial *t = m->trial = base_mem_zalloc(sizeof *t);
    t->random = hash_u64(m->cfg.trial);
    read_program(m, t);
    if (m->cfg.trial > 1) /* the first reads nothing at all */
        add_text(t, &t->input, false);
    static const uint32_t counts[] = {2, 1, 3, 2, 4, 2};
    t->argc = counts[(m->cfg.trial - 1) % (sizeof counts / sizeof *counts)];
    buf_puts(&t->arguments[0], "./program");
    for (uint32_t i = 1; i < t->argc; i++)
        add_text(t, &t->arguments[i], true);
}

void avm_trial_free(struct trial *t)
{
    if (!t)
        return;
    vec_free(&t->numbers);
    vec_free(&t->literals);
    vec_free(&t->chosen);
    buf_free(&t->input);
    for (int i = 0; i < ARGUMENTS; i++)
        buf_free(&t->arguments[i]);
    free(t);
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

int avm_trial_write(struct avm *m, struct work *s, const struct op *op, uint32_t arg, const char *bytes, uint64_t size)
{
    struct mem_place at;
    if (arg >= op->call->arg_count || op->call->args[arg]->t.kind != VS_PTR)
        return 0;
    vs p = avm_eval(m, s, op->call->args[arg]);
    if (size && !avm_reaches(m, s, p, op->call->args[arg]->t, size)) {
        m->trap_at = op->stmt->args[arg];
        return -1;
    }
    if (!avm_sure_place(m, s, op->call->args[arg], size, &at))
        return 0;
    avm_write_bytes(m, s, at, bytes, size);
    return 1;
}

void avm_trial_arguments(struct avm *m, struct work *s, const struct func_code *entry)
{
    enum { STRINGS = OBJECT_ID - 64 }; /* below what the parameters themselves lead to */
    struct trial *t = m->trial;
    struct vs_type pt = {VS_PTR, m->u->pointer_bits, 0, VS_BOUNDED};
    uint32_t word = m->u->pointer_bits / 8, argv = OBJECT_HEAP | (OBJECT_ID - 1);
    if (!t || !avm_is_program(m) || entry->param_count < 2 || entry->params[0] == UINT32_MAX ||
        entry->params[1] == UINT32_MAX)
        return;
    const struct cell *argc = &m->cells.items[entry->params[0]];
    avm_set_block(m, s, argv, &(struct block){(t->argc + 1) * word, BLOCK_LIVE, REST_ZERO}, true);
    for (uint32_t i = 0; i < t->argc; i++) {
        uint32_t object = OBJECT_HEAP | (STRINGS + i);
        avm_set_block(m, s, object, &(struct block){t->arguments[i].size + 1, BLOCK_LIVE, REST_ZERO}, true);
        avm_write_bytes(m, s, (struct mem_place){object, 0}, buf_str(&t->arguments[i]), t->arguments[i].size + 1);
        struct span x = {.offset = i * word, .size = word, .t = pt};
        avm_write(m, s, argv, &x, vs_ptr(m->pool, pt, object, vs_small(0)), true);
    }
    set_cell(s, argc, vs_const(m->pool, argc->t, t->argc));
    t->read_arguments = true;
}

/* ---- standard input ---------------------------------------------------------------------------------------------- */

static uint64_t position(const struct work *s)
{
    return s->w[W_WORLD] >> WORLD_BITS;
}

static void move_to(struct work *s, uint64_t at)
{
    set_world(s, (vs)(kind_of_world(s) | at << WORLD_BITS));
}

/* An argument that is a size or a descriptor. */
static bool number_of(struct avm *m, struct work *s, const struct op *op, uint32_t arg, uint64_t *out)
{
    return arg < op->call->arg_count && avm_sure_number(m, s, op->call->args[arg], out) && *out <= INT64_MAX;
}

static int read_character(struct avm *m, struct work *s, const struct op *op, vs *v)
{
    const struct buf *in = &m->trial->input;
    uint64_t at = position(s);
    *v = vs_const(m->pool, op->call->t, at < in->size ? (uint8_t)in->data[at] : -1);
    move_to(s, at + (at < in->size));
    return 1;
}

static int read_line(struct avm *m, struct work *s, const struct op *op, vs *v)
{
    const struct buf *in = &m->trial->input;
    uint64_t most, at = position(s), n = 0;
    if (!number_of(m, s, op, 1, &most) || most < 2)
        return 0;
    while (at + n < in->size && n < most - 1)
        if (in->data[at + n++] == '\n')
            break;
    if (!n) {
        *v = vs_null(m->pool, op->call->t);
        return 1;
    }
    char *line = arena_strn(m->step_arena, in->data + at, n);
    int done = avm_trial_write(m, s, op, 0, line, n + 1);
    *v = avm_eval(m, s, op->call->args[0]);
    move_to(s, at + n);
    return done;
}

/* fread, and read from descriptor 0. */
static int read_block(struct avm *m, struct work *s, const struct op *op, uint32_t buffer, uint64_t size, uint64_t one,
                      vs *v)
{
    const struct buf *in = &m->trial->input;
    uint64_t at = position(s), n = in->size - at < size ? in->size - at : size;
    int done = n ? avm_trial_write(m, s, op, buffer, in->data + at, n) : 1;
    *v = vs_const(m->pool, op->call->t, (int64_t)(n / one));
    move_to(s, at + n);
    return done;
}

/* Of standard input; *v stays when it is none that is known. */
static int read_stdin(struct avm *m, struct work *s, const struct op *op, vs *v)
{
    static const char *const characters[] = {"getchar", "getc", "fgetc", "getchar_unlocked", "getc_unlocked"};
    const char *name = op->call->effect->name;
    uint64_t fd, size, count;
    if (!name)
        return 0;
    if (!strcmp(name, "read") && number_of(m, s, op, 0, &fd) && !fd && number_of(m, s, op, 2, &size) &&
        !m->trial->is_buffered)
        return read_block(m, s, op, 1, size, 1, v);
    if (!op->call->is_stdin)
        return 0;
    m->trial->is_buffered = true;
    for (size_t i = 0; i < sizeof characters / sizeof *characters; i++)
        if (!strcmp(name, characters[i]))
            return read_character(m, s, op, v);
    if (!strcmp(name, "fgets"))
        return read_line(m, s, op, v);
    if (!strcmp(name, "scanf") || !strcmp(name, "fscanf")) {
        uint64_t at = position(s);
        int done = avm_trial_scan(m, s, op, &m->trial->input, &at, v);
        move_to(s, at);
        return done;
    }
    if (!strcmp(name, "fread") && number_of(m, s, op, 1, &size) && number_of(m, s, op, 2, &count) && size &&
        count <= LONGEST_TEXT * 1000)
        return read_block(m, s, op, 0, size * count, size, v);
    return 0;
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

/* One of the values of the set. */
static vs some_value(struct trial *t, struct avm *m, struct vs_type type, vs v)
{
    int64_t x = v == VS_TOP ? 0 : vs_min(m->pool, type, v);
    v = v == VS_TOP ? vs_interval(m->pool, type, vs_type_min(type), vs_type_max(type)) : v;
    for (int i = 0; i < 16; i++) {
        int64_t y = i < 14 ? some_number(t) : vs_max(m->pool, type, v);
        if (vs_contains(m->pool, type, v, y)) {
            x = y;
            break;
        }
    }
    vec_push(&t->chosen, x);
    return vs_const(m->pool, type, x);
}

static void add_quoted(struct buf *out, const char *text, size_t size)
{
    buf_putc(out, '"');
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '"' || c == '\\')
            buf_printf(out, "\\%c", c);
        else if (c == '\n')
            buf_puts(out, "\\n");
        else if (c < ' ' || c > '~')
            buf_printf(out, "\\%03o", c);
        else
            buf_putc(out, (char)c);
    }
    buf_putc(out, '"');
}

/* "input: getchar gives 10", "input: fgets reads "a\n"". */
static void say_chosen(struct avm *m, struct work *s, const struct op *op, uint64_t from, vs v)
{
    struct buf out = {0};
    uint64_t to = position(s);
    buf_printf(&out, "input: %s ", avm_call_name(m, op->stmt));
    if (op->call->t.kind == VS_INT && vs_is_small(v) && to - from <= 1) {
        buf_printf(&out, "gives %lld", (long long)vs_small_value(v));
    } else if (to > from) {
        buf_puts(&out, "reads ");
        add_quoted(&out, m->trial->input.data + from, to - from);
    } else {
        buf_puts(&out, "finds the end");
    }
    s->chosen = base_intern_str(m->texts, base_intern_add(m->texts, buf_str(&out), out.size));
    buf_free(&out);
}

int avm_trial_call(struct avm *m, struct work *s, const struct op *op, bool is_free, vs *v)
{
    struct trial *t = m->trial;
    const struct call *call = op->call;
    if (kind_of_world(s) >= WORLD_DISTURBED || avm_give_up(m))
        return 0;
    uint64_t from = position(s);
    int done = call->effect->from_note || !(call->effect->flags & EFFECT_INPUT) ? 0 : read_stdin(m, s, op, v);
    if (done)
        t->read_input = true;
    else if (call->is_read && (call->is_stdin || t->is_buffered))
        set_world(s, WORLD_DISTURBED); /* how much it leaves of standard input is not known */
    bool is_number = is_free && call->t.kind == VS_INT && *v != VS_BOTTOM && !vs_is_small(*v) && !call->is_read &&
                     !(call->effect->flags & EFFECT_INPUT_MEMORY) && t->chosen.count < MOST_CHOSEN;
    if (!done && is_number) {
        *v = some_value(t, m, call->t, *v);
        done = 1;
    }
    if (done > 0) {
        avm_chosen(s, true, NULL, op->stmt, -1);
        say_chosen(m, s, op, from, *v);
    }
    return done;
}

/* ---- words ------------------------------------------------------------------------------------------------------- */

const char *avm_trial_text(struct arena *a, const struct avm *m)
{
    const struct trial *t = m->trial;
    struct buf out = {0};
    if (!t || (!t->read_input && !t->read_arguments && !t->chosen.count))
        return NULL;
    buf_puts(&out, "it happens");
    if (t->read_arguments) {
        buf_puts(&out, t->argc > 1 ? " with arguments" : " without arguments");
        for (uint32_t i = 1; i < t->argc; i++) {
            buf_putc(&out, ' ');
            add_quoted(&out, buf_str(&t->arguments[i]), t->arguments[i].size);
        }
    }
    if (t->read_input) {
        buf_puts(&out, t->read_arguments ? ", and standard input " : " with standard input ");
        add_quoted(&out, buf_str(&t->input), t->input.size);
    }
    for (size_t i = 0; i < t->chosen.count && i < 8; i++)
        buf_printf(&out, "%s%lld",
                   i                                    ? ", "
                   : t->read_arguments || t->read_input ? ", when inputs are "
                                                        : " when inputs are ",
                   (long long)t->chosen.items[i]);
    const char *text = arena_str(a, buf_str(&out));
    buf_free(&out);
    return text;
}

const int64_t *avm_trial_inputs(struct arena *a, const struct avm *m, uint32_t *count)
{
    const struct trial *t = m->trial;
    *count = 0;
    if (!t || t->read_arguments || (t->read_input && t->chosen.count))
        return NULL;
    *count = t->read_input ? (uint32_t)t->input.size : (uint32_t)t->chosen.count;
    int64_t *inputs = ARENA_ARRAY(a, int64_t, *count + 1u);
    for (uint32_t i = 0; i < *count; i++)
        inputs[i] = t->read_input ? (uint8_t)t->input.data[i] : t->chosen.items[i];
    return inputs;
}
