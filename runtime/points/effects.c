/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One answer about a function without a body, from its row in the table, its attributes and the notes. What is not
 * known to be impossible is possible.
 */
#include "runtime/points/effect_rows.h"
#include "runtime/points/effect_letters.h"

#include <stdlib.h>

const struct effect_table *const pt_effect_tables[] = {
    &pt_effect_table_gcc,
    &pt_effect_table_math,
    &pt_effect_table_memory,
    &pt_effect_table_network,
    &pt_effect_table_pthread,
    &pt_effect_table_stdio,
    &pt_effect_table_stdlib,
    &pt_effect_table_terminal,
    &pt_effect_table_time,
    &pt_effect_table_unistd,
    NULL,
};

static struct effect_param param_of(char letter)
{
    return (struct effect_param){.letter = letter, .may_be_null = true, .size_arg = -1, .size_factor = -1};
}

struct effect pt_effect_unknown(void)
{
    return (struct effect){.flags = EFFECT_CALLS_NOW | EFFECT_CALLS_LATER | EFFECT_ANY_MEMORY,
                           .rest = param_of('k'),
                           .result = EFFECT_ANY_RESULT,
                           .lo = INT64_MIN,
                           .hi = INT64_MAX,
                           .hi_arg = -1};
}

/* ---- the tables -------------------------------------------------------------------------------------------------- */

static int compare_row(const void *name, const void *row)
{
    return strcmp(name, ((const struct effect_row *)row)->name);
}

static const struct effect_row *find_in(const struct effect_table *t, const char *name)
{
    return bsearch(name, t->rows, t->count, sizeof *t->rows, compare_row);
}

/* "__atomic_load_N" of __atomic_load_4; false when it is no such name. */
static bool without_size(const char *name, char *out, size_t room)
{
    size_t n = strlen(name);
    bool is_atomic = !strncmp(name, "__atomic_", 9) || !strncmp(name, "__sync_", 7);
    const char *end = is_atomic ? strrchr(name, '_') : NULL;
    if (!end || n >= room || strspn(end + 1, "0123456789") != strlen(end + 1) || !end[1])
        return false;
    memcpy(out, name, (size_t)(end - name) + 1);
    strcpy(out + (end - name) + 1, "N");
    return true;
}

/* sinf and sinl are functions of <math.h> as sin is. */
static const struct effect_row *find_math(const char *name)
{
    size_t n = strlen(name);
    char base[16];
    if (n < 2 || n >= sizeof base || (name[n - 1] != 'f' && name[n - 1] != 'l'))
        return NULL;
    memcpy(base, name, n - 1);
    base[n - 1] = 0;
    return find_in(&pt_effect_table_math, base);
}

static const struct effect_row *find_row(const char *name)
{
    char sized[64];
    const struct effect_row *row = NULL;
    for (size_t i = 0; pt_effect_tables[i] && !row; i++)
        row = find_in(pt_effect_tables[i], name);
    if (!row && without_size(name, sized, sizeof sized))
        row = find_in(&pt_effect_table_gcc, sized);
    return row ? row : find_math(name);
}

/* One end of a range: a number, #N, or nothing. */
static const char *read_end(const char *s, int64_t *bound, int *arg)
{
    char *end = (char *)s;
    if (*s == '#')
        *arg = (int)strtol(s + 1, &end, 10);
    else if (*s && *s != '.' && *s != '!')
        *bound = strtoll(s, &end, 10);
    return end;
}

static void read_range(const char *s, struct effect *e)
{
    int lo_arg = -1;
    e->result = EFFECT_VALUE;
    s = read_end(s, &e->lo, &lo_arg);
    if (!strncmp(s, "..", 2))
        s = read_end(s + 2, &e->hi, &e->hi_arg);
    e->has_gap = *s == '!';
    if (e->has_gap)
        e->gap = strtoll(s + 1, NULL, 10);
}

static void read_result(const char *s, struct effect *e)
{
    static const struct {
        const char *word;
        enum effect_result result;
    } words[] = {{"new", EFFECT_NEW},
                 {"re", EFFECT_RENEW},
                 {"lib", EFFECT_LIBRARY},
                 {"*", EFFECT_HANDED},
                 {"env", EFFECT_ENVIRONMENT}};
    static const struct {
        char sign;
        enum effect_result result;
    } signs[] = {{'=', EFFECT_ARGUMENT}, {'&', EFFECT_INTO}, {'^', EFFECT_LOADED}, {'~', EFFECT_EARLIER}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(s, words[i].word)) {
            e->result = words[i].result;
            return;
        }
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (*s == signs[i].sign) {
            char *end;
            e->result = signs[i].result;
            if (s[1] == '*')
                e->result = EFFECT_INTO_DEEP;
            e->arg = (uint32_t)strtoul(s + 1 + (s[1] == '*'), &end, 10);
            e->or_library = *end == '+';
            return;
        }
    read_range(s, e);
}

/* One parameter: a letter and what stands behind it. */
static const char *read_param(const char *s, struct effect_param *out)
{
    *out = param_of(*s++);
    out->may_be_null = false;
    for (;; s++)
        if (*s == '?')
            out->may_be_null = true;
        else if (*s == '$')
            out->is_string = true;
        else
            break;
    if (*s == '*') {
        char *end;
        out->elements = (uint16_t)strtoul(s + 1, &end, 10);
        s = end;
    }
    if (*s == '#' || *s == '%') {
        char *end;
        out->in_elements = *s == '%';
        out->is_size_behind = s[1] == '&';
        out->size_arg = (int8_t)strtol(s + 1 + out->is_size_behind, &end, 10);
        if (*end == '*')
            out->size_factor = (int8_t)strtol(end + 1, &end, 10);
        out->is_at_most = *end == '~';
        s = end + out->is_at_most;
    }
    return s;
}

struct effect pt_effect_of_row(const struct effect_row *row)
{
    struct effect e = pt_effect_unknown();
    const char *s = row->params;
    e.known = true;
    e.flags = row->flags;
    e.name = row->name;
    e.rest = param_of('-');
    while (*s && *s != '.' && e.param_count < EFFECT_PARAMS)
        s = read_param(s, &e.params[e.param_count++]);
    if (*s == '.' && e.param_count)
        e.rest = e.params[e.param_count - 1];
    e.globals = row->globals;
    read_result(row->result, &e);
    return e;
}

/* An input of the software verification competition: the declared type says which values. */
static bool is_nondet(const char *name)
{
    return str_begins(name, "__VERIFIER_nondet_");
}

bool pt_effect_by_name(const char *base_name, struct effect *out)
{
    static const struct effect_row nondet = {"", "", "", EFFECT_INPUT, NULL};
    const struct effect_row *row = find_row(base_name);
    if (!row && is_nondet(base_name))
        row = &nondet;
    if (row)
        *out = pt_effect_of_row(row);
    return row;
}

/* The row of a symbol: by its own name first, because fortified functions may have parameters in the middle; `*more`
 * says how many more parameters the symbol has at its end. Base names of builtins are not tried: a user may have his
 * own `expect`, but what GCC calls __builtin_strlen is strlen. */
static const struct effect_row *row_of_symbol(const char *symbol, uint32_t *more)
{
    const char *name = *symbol == '*' ? symbol + 1 : symbol;
    *more = 0;
    const struct effect_row *row = find_row(name);
    if (!row && str_begins(name, "__builtin___"))
        row = find_row(name + strlen("__builtin_"));
    if (row)
        return row;
    const char *base = cwi_base_name(symbol);
    size_t n = strlen(name);
    *more = n > 4 && !strcmp(name + n - 4, "_chk");
    return base ? find_row(base) : NULL;
}

/* Whether a declaration can be the function that the row is about. */
static bool row_fits(const struct cwi_unit *u, const struct cwi_func *f, const struct effect_row *row, uint32_t more)
{
    const struct cwi_type *t = f->type ? cwi_type_of(u, f->type) : NULL;
    if (!t || t->kind != CWI_FUNC || (!t->param_count && t->is_variadic) || str_begins(row->name, "__builtin_"))
        return true;
    struct effect e = pt_effect_of_row(row);
    bool row_is_variadic = *row->params && row->params[strlen(row->params) - 1] == '.';
    /* The last letter before a '.' stands for the variable arguments alone, or for a named parameter too. */
    if (row_is_variadic ? !t->is_variadic || t->param_count + 1 < e.param_count
                        : t->param_count != e.param_count + more)
        return false;
    for (uint32_t i = 0; i < t->param_count && i < e.param_count; i++) {
        const struct cwi_type *p = t->params[i] ? cwi_type_of(u, t->params[i]) : NULL;
        if (p && effect_among(e.params[i].letter, LETTERS_POINTER) && (p->kind == CWI_INT || p->kind == CWI_FLOAT) &&
            p->bits != u->pointer_bits)
            return false;
    }
    return true;
}

bool pt_effect_fits(const struct cwi_unit *u, cwi_id func)
{
    const struct cwi_func *f = cwi_func_of(u, func);
    const char *symbol = f->asm_name ? f->asm_name : f->name ? f->name : "";
    uint32_t more;
    const struct effect_row *row = row_of_symbol(symbol, &more);
    return (!f->block_count || f->linkage != CWI_STATIC) && (!row || row_fits(u, f, row, more));
}

/* ---- attributes -------------------------------------------------------------------------------------------------- */

static struct effect effect_of_attributes(const struct cwi_unit *u, const struct cwi_func *f)
{
    struct effect e = pt_effect_unknown();
    const struct cwi_type *t = f->type ? cwi_type_of(u, f->type) : NULL;
    uint32_t count = t && t->kind == CWI_FUNC && t->param_count < f->param_count ? t->param_count : f->param_count;
    if (f->is_const || f->is_pure) {
        e.known = true;
        e.flags = EFFECT_PURE | (f->is_const ? EFFECT_CONST : EFFECT_READS_GLOBALS);
        e.rest = param_of(f->is_const ? '-' : 'e');
    } else if (f->access) {
        e.param_count = count < EFFECT_PARAMS ? count : EFFECT_PARAMS;
        for (uint32_t i = 0; i < e.param_count; i++)
            e.params[i] = param_of(f->access[i] == CWI_ACCESS_READ || f->access[i] == CWI_ACCESS_NONE ? 'h' : 'k');
    }
    if (f->is_leaf)
        e.flags &= ~EFFECT_CALLS_NOW;
    if (f->is_noreturn)
        e.flags |= EFFECT_NORETURN;
    if (f->is_returns_twice)
        e.flags |= EFFECT_SETJMP;
    if (f->is_malloc) {
        e.flags |= EFFECT_ALLOC;
        e.result = EFFECT_NEW;
    }
    return e;
}

/* ---- notes ------------------------------------------------------------------------------------------------------- */

static bool listed(const uint32_t *list, uint32_t count, uint32_t i)
{
    for (uint32_t k = 0; k < count; k++)
        if (list[k] == i)
            return true;
    return false;
}

/* Each clause that was given replaces what was assumed; a parameter whose writes are stated is not kept. */
static void apply_external(const struct cwi_unit *u, const struct note *n, struct effect *e)
{
    const struct cwi_func *f = cwi_func_of(u, n->u.external.func);
    const struct cwi_type *t = f->type ? cwi_type_of(u, f->type) : NULL;
    bool says_reads = n->u.external.says_reads, says_writes = n->u.external.says_writes;
    uint32_t count = t && t->kind == CWI_FUNC ? t->param_count : 0;
    struct effect old = *e;
    e->known = e->from_note = true;
    e->param_count = count < EFFECT_PARAMS ? count : EFFECT_PARAMS;
    for (uint32_t i = 0; i <= e->param_count; i++) {
        bool last = i == e->param_count;
        char was = last ? old.rest.letter : effect_letter(&old, i);
        bool reads =
            says_reads ? listed(n->u.external.reads, n->u.external.read_count, i) : effect_among(was, LETTERS_READ);
        bool writes = says_writes ? listed(n->u.external.writes, n->u.external.write_count, i)
                                  : effect_among(was, LETTERS_WRITTEN);
        bool keeps = !says_writes && effect_among(was, LETTERS_KEPT);
        char letter = keeps ? was : reads && writes ? 'b' : writes ? 'w' : reads ? 'r' : '-';
        if (n->u.external.calls_back && !last && letter != 'k')
            letter = letter == '-' || letter == 'r' ? 'h' : 'k';
        *(last ? &e->rest : &e->params[i]) = param_of(letter);
    }
    e->flags &= ~(EFFECT_CALLS_NOW | EFFECT_CALLS_LATER | EFFECT_PURE | EFFECT_CONST);
    if (n->u.external.calls_back)
        e->flags |= EFFECT_CALLS_NOW | EFFECT_CALLS_LATER;
    if (says_writes)
        e->flags &= ~EFFECT_ANY_MEMORY;
    if (says_writes && !says_reads && !(old.flags & EFFECT_CONST))
        e->flags |= EFFECT_READS_GLOBALS;
    if (n->u.external.writes_globals)
        e->flags |= EFFECT_ANY_MEMORY;
    if (n->u.external.noreturn)
        e->flags |= EFFECT_NORETURN;
    if (n->u.external.refills)
        e->flags |= EFFECT_REFILLS;
}

/* A declared input promises that every value is possible at every call: nothing else about it is remembered or changed,
 * except what its parameters point to. */
static void apply_input(const struct note *n, struct effect *e)
{
    if (!e->known) {
        *e = pt_effect_unknown();
        e->known = true;
        e->flags = 0;
        e->rest = param_of('b');
    }
    e->from_note = true;
    e->flags |= EFFECT_INPUT;
    e->result = EFFECT_VALUE;
    e->lo = INT64_MIN;
    e->hi = INT64_MAX;
    e->hi_arg = -1;
    e->values = n->u.input.values;
    e->value_count = n->u.input.count;
    for (uint32_t i = 0; i < e->value_count; i++) {
        int64_t lo = e->values[i].lo, hi = e->values[i].hi;
        e->lo = !i || lo < e->lo ? lo : e->lo;
        e->hi = !i || hi > e->hi ? hi : e->hi;
    }
}

/* ---- the answer -------------------------------------------------------------------------------------------------- */

static bool is_among(const char *name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

/* The library's own, or it is no place for a pointer. */
static bool has_no_stream(const struct cwi_unit *u, const struct cwi_var *v)
{
    static const char *const names[] = {"stdin", "stdout", "stderr", "environ", "optarg", "program_invocation_name"};
    const char *name = v->asm_name ? v->asm_name : v->name;
    enum cwi_type_kind kind = v->type ? cwi_type_of(u, v->type)->kind : CWI_OPAQUE;
    return v->linkage != CWI_EXTERN || kind == CWI_INT || kind == CWI_FLOAT ||
           (name && (*name == '(' || is_among(name, names, sizeof names / sizeof *names)));
}

/* Each stream that the program may have is one of a file: it is a whole program, in which the library is all that is
 * not known, and calls nothing that makes another one, or leaves one without a file. */
static bool has_only_files(const struct cwi_unit *u)
{
    static const char *const others[] = {"fmemopen", "open_memstream", "open_wmemstream", "fopencookie", "freopen"};
    bool has = cwi_find_func(u, NULL, "main", NULL);
    for (cwi_id i = 1; i < u->funcs.count && has; i++) {
        const struct cwi_func *f = cwi_func_of(u, i);
        const char *name = f->asm_name ? f->asm_name : f->name ? f->name : "";
        uint32_t more;
        has = f->block_count || (!f->is_foreign && (row_of_symbol(name, &more) || is_nondet(name)));
        has &= !is_among(cwi_base_name(name), others, sizeof others / sizeof *others);
    }
    for (cwi_id i = 1; i < u->vars.count && has; i++)
        has = has_no_stream(u, cwi_var_of(u, i));
    return has;
}

struct effect pt_effect_of(const struct cwi_unit *u, cwi_id func, const struct notes *notes)
{
    const struct cwi_func *f = cwi_func_of(u, func);
    const char *symbol = f->asm_name ? f->asm_name : f->name ? f->name : "";
    uint32_t more;
    const struct effect_row *row = row_of_symbol(symbol, &more);
    struct effect e;
    uint32_t by_name = row && f->linkage != CWI_STATIC ? row->flags & (EFFECT_ERROR | EFFECT_ASSERTS) : 0u;
    bool allocates = row && (row->flags & (EFFECT_ALLOC | EFFECT_FREE) || !strcmp(row->result, "new"));
    if (f->is_foreign || (allocates && !f->block_count && u->replaces_allocator)) {
        e = pt_effect_unknown(); /* code without a fragment: not the library's function of that name */
    } else if (f->block_count) {
        e = pt_effect_unknown();
        e.flags = (f->is_noreturn ? EFFECT_NORETURN : 0u) | by_name;
    } else if (row && row_fits(u, f, row, more)) {
        e = pt_effect_of_row(row);
        e.flags |= f->is_noreturn ? EFFECT_NORETURN : 0u;
        if (str_begins(row->name, "fileno") && has_only_files(u)) /* it fails for no other reason */
            e.lo = 0;
    } else if (is_nondet(symbol)) {
        pt_effect_by_name(symbol, &e);
    } else {
        e = effect_of_attributes(u, f);
        e.flags |= by_name; /* with parameters of its own: 'reach_error(int)' */
    }
    /* External before input: an input's other effects may be stated. */
    for (size_t i = 0; notes && i < notes->list.count; i++) {
        const struct note *n = notes->list.items[i];
        if (n->kind == NOTE_EXTERNAL && n->u.external.func == func)
            apply_external(u, n, &e);
    }
    for (size_t i = 0; notes && i < notes->list.count; i++) {
        const struct note *n = notes->list.items[i];
        if (n->kind == NOTE_INPUT && n->u.input.func == func)
            apply_input(n, &e);
    }
    return e;
}

bool pt_calls_out(const struct cwi_unit *u, const struct notes *notes)
{
    bool does = false;
    for (cwi_id f = 1; f < u->funcs.count && !does; f++)
        does = !cwi_func_of(u, f)->block_count && !pt_effect_of(u, f, notes).known;
    return does;
}

bool pt_gives_input(const struct cwi_func *f, const struct effect *e)
{
    const char *name = f->asm_name ? f->asm_name : f->name;
    return (e->from_note && (e->value_count || e->flags & EFFECT_INPUT)) || (name && is_nondet(cwi_base_name(name)));
}

bool pt_effect_is_compilers(const char *name)
{
    static const char *const names[] = {"fputc", "fputs",  "fwrite", "memcmp", "memcpy", "memmove", "memset", "putchar",
                                        "puts",  "strchr", "strcmp", "strcpy", "strlen", "strncmp", "strrchr"};
    for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name))
            return true;
    return false;
}

int pt_effect_signal(const char *name)
{
    static const struct {
        const char *name;
        int at;
    } sent[] = {{"gsignal", 0}, {"kill", 1},     {"killpg", 1}, {"pthread_kill", 1},
                {"raise", 0},   {"sigqueue", 1}, {"tgkill", 2}};
    for (size_t i = 0; i < sizeof sent / sizeof *sent; i++)
        if (!strcmp(sent[i].name, name))
            return sent[i].at;
    return -1;
}
