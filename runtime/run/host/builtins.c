/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * GCC's own functions that no library has. Source: the GCC manual, "Other Built-in Functions".
 */
#include "external.h"

#include <math.h>

static bool give(struct outcall *c, uint64_t bits)
{
    c->result = (struct val){bits, 0, c->count && c->args[0].undef ? 0xff : 0};
    return true;
}

/* The type of the first parameter: what is handed over may be wider. */
static struct shape parameter(struct machine *m, const struct outcall *c)
{
    const struct cwi_type *f = cwi_type_of(m->u, c->code->function_type);
    struct shape t = run_shape_of(m->u, f->kind == CWI_FUNC && f->param_count ? f->params[0] : c->code->args[0].type);
    t.bits = strstr(c->x->name, "16") ? 16 : t.bits; /* bswap16 is declared with int */
    t.is_signed = false;
    return t;
}

static uint64_t argument(struct machine *m, const struct outcall *c)
{
    return run_fit(c->args[0].bits, parameter(m, c));
}

static unsigned width(struct machine *m, const struct outcall *c)
{
    return parameter(m, c).bits;
}

static bool do_popcount(struct machine *m, struct outcall *c)
{
    return give(c, (uint64_t)__builtin_popcountll(argument(m, c)));
}

static bool do_parity(struct machine *m, struct outcall *c)
{
    return give(c, (uint64_t)__builtin_parityll(argument(m, c)));
}

static bool do_clz(struct machine *m, struct outcall *c)
{
    if (!argument(m, c) && !c->args[0].undef)
        run_fail(m, "'%s' of 0", c->x->name);
    return give(c, (uint64_t)__builtin_clzll(argument(m, c) | 1) - (64 - width(m, c)));
}

static bool do_ctz(struct machine *m, struct outcall *c)
{
    if (!argument(m, c) && !c->args[0].undef)
        run_fail(m, "'%s' of 0", c->x->name);
    return give(c, (uint64_t)__builtin_ctzll(argument(m, c) | UINT64_C(1) << (width(m, c) - 1)));
}

static bool do_ffs(struct machine *m, struct outcall *c)
{
    return give(c, (uint64_t)__builtin_ffsll((long long)argument(m, c)));
}

static bool do_clrsb(struct machine *m, struct outcall *c)
{
    unsigned out = 64 - width(m, c);
    int64_t x = (int64_t)(argument(m, c) << out) >> out;
    return give(c, (uint64_t)__builtin_clrsbll(x) - out);
}

static bool do_bswap(struct machine *m, struct outcall *c)
{
    if (c->code->args[0].t.form == FORM_BYTES)
        run_refuse(m, "'%s' of 128 bits", c->x->name);
    return give(c, __builtin_bswap64(argument(m, c)) >> (64 - width(m, c)));
}

static long double number(const struct outcall *c)
{
    struct shape t = c->code->args[0].t;
    return t.form == FORM_LONG_DOUBLE ? c->wide[0] : run_widened(t, c->args[0].bits);
}

static bool do_classify(struct machine *m, struct outcall *c)
{
    long double x = number(c);
    struct shape t = c->code->args[0].t;
    const char *name = c->x->name;
    (void)m;
    if (str_begins(name, "isinf_sign"))
        return give(c, (uint64_t)(isinf(x) ? x < 0 ? -1 : 1 : 0));
    if (str_begins(name, "isinf"))
        return give(c, isinf(x) != 0);
    if (str_begins(name, "isnan"))
        return give(c, isnan(x) != 0);
    if (str_begins(name, "signbit"))
        return give(c, signbit(x) != 0);
    if (str_begins(name, "isnormal"))
        return give(c, t.form == FORM_FLOAT    ? isnormal((float)x)
                       : t.form == FORM_DOUBLE ? isnormal((double)x)
                                               : isnormal(x));
    return give(c, isfinite(x) != 0); /* isfinite, finite */
}

static bool do_infinity(struct machine *m, struct outcall *c)
{
    (void)m;
    if (c->code->result.form != FORM_FLOAT && c->code->result.form != FORM_DOUBLE)
        run_refuse(m, "'%s' as a long double", c->x->name);
    return give(c, c->code->result.form == FORM_FLOAT ? run_float_bits(INFINITY) : run_double_bits(INFINITY));
}

static bool do_nothing(struct machine *m, struct outcall *c)
{
    (void)m;
    return give(c, 0);
}

/* Of an atomic_flag, a byte that is 0 or 1: __atomic_test_and_set, __atomic_clear. */
static bool do_flag(struct machine *m, struct outcall *c)
{
    uint8_t *flag = run_access(m->frame, c->args[0], 1, true);
    bool is_set = !strcmp(c->x->name, "__atomic_test_and_set");
    c->result = run_memory_load(&m->mem, flag, 1);
    run_memory_store(&m->mem, flag, 1, (struct val){is_set, 0, 0});
    return true;
}

static bool do_same(struct machine *m, struct outcall *c)
{
    (void)m;
    c->result = c->args[0];
    return true;
}

own_function *run_own_builtin(const char *name)
{
    static const struct {
        const char *prefix;
        own_function *own;
        bool is_whole;
    } rows[] = {
        {"popcount", do_popcount, false},
        {"parity", do_parity, false},
        {"clz", do_clz, false},
        {"ctz", do_ctz, false},
        {"ffs", do_ffs, false},
        {"clrsb", do_clrsb, false},
        {"bswap", do_bswap, false},
        {"isinf", do_classify, false},
        {"isnan", do_classify, false},
        {"signbit", do_classify, false},
        {"isnormal", do_classify, false},
        {"isfinite", do_classify, false},
        {"finite", do_classify, true},
        {"huge_val", do_infinity, false},
        {"inf", do_infinity, true},
        {"inff", do_infinity, true},
        {"infl", do_infinity, true},
        {"prefetch", do_nothing, true},
        {"__clear_cache", do_nothing, true},
        {"__sync_synchronize", do_nothing, true},
        {"__atomic_thread_fence", do_nothing, true},
        {"__atomic_signal_fence", do_nothing, true},
        {"__atomic_test_and_set", do_flag, true},
        {"__atomic_clear", do_flag, true},
        {"cpu_init", do_nothing, true},
        {"expect", do_same, true},
        {"assume_aligned", do_same, true},
        {"speculation_safe_value", do_same, true},
        {"constant_p", do_nothing, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].is_whole ? !strcmp(name, rows[i].prefix) : str_begins(name, rows[i].prefix))
            return rows[i].own;
    return NULL;
}
