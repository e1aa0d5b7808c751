/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a format demands of the arguments of its conversions, one by one or in a va_list.
 */
#include "external.h"

/* The arguments of a call's format, from the first that no conversion has taken yet. */
struct formatted {
    struct machine *m;
    struct outcall *c;
    uint32_t next;            /* of the call */
    struct val list;          /* or of a va_list: where it lies */
    bool has_list, is_hidden; /* is_hidden: in a list that the program did not make */
};

/* A list that the program's va_arg walks over: for the library all its arguments lie where the stack would have them.
 */
void run_demand_list(struct machine *m, struct val list)
{
    struct va {
        uint32_t gp, fp;
    } *v = (struct va *)run_access(m->frame, list, 24, true);
    if (memory_has(&m->mem, list.bits))
        *v = (struct va){48, 304};
}

static uint32_t list_of(const struct outcall *c)
{
    uint32_t i = 0;
    while (i < c->x->effect.param_count && !strchr("vV", c->x->effect.params[i].letter))
        i++;
    return i < c->x->effect.param_count ? i : UINT32_MAX;
}

static struct formatted begin(struct machine *m, struct outcall *c)
{
    struct formatted a = {.m = m, .c = c, .next = c->x->effect.param_count - 1};
    uint32_t list = list_of(c);
    a.has_list = list < c->count;
    a.is_hidden = a.has_list && !memory_has(&m->mem, c->args[list].bits);
    if (a.has_list && !a.is_hidden) {
        const uint8_t *at = run_access(m->frame, c->args[list], 24, false);
        a.list = run_memory_load(&m->mem, at + 8, 8);
    }
    return a;
}

/* The next argument, of `bytes` bytes. */
static struct val take(struct formatted *a, uint64_t bytes)
{
    struct machine *m = a->m;
    uint32_t i = a->next++;
    if (!a->has_list && i < a->c->count)
        return a->c->args[i];
    uint64_t room = a->has_list ? run_room(m, a->list) : 0;
    if (room < 8)
        run_fail(m, "the format of '%s' wants more arguments than there are", a->c->x->name);
    struct val v = run_memory_load(&m->mem, (const uint8_t *)(uintptr_t)a->list.bits, 8);
    if (bytes < 8)
        v.undef &= (1u << bytes) - 1;
    a->list.bits += 8;
    return v;
}

/* Arguments that are not told apart, by position or of a wide format. */
static void demand_unseen(struct formatted *a)
{
    struct outcall *c = a->c;
    if (a->has_list && !a->is_hidden)
        run_take_as_written(a->m, a->list, 1);
    for (uint32_t i = c->x->effect.param_count - 1; !a->has_list && i < c->count; i++)
        if (c->code->args[i].t.is_pointer)
            run_take_as_written(a->m, c->args[i], 0);
}

/* ---- what is read ------------------------------------------------------------------------------------------------ */

static void demand_scanned(struct formatted *a, struct demands *d, const struct format_conversion *f)
{
    struct machine *m = a->m;
    struct written w = {
        .arg = a->next, .size = f->bytes, .result_arg = -1, .is_wide = strchr("sS[", f->letter) && f->bytes == 4};
    w.arg = a->has_list ? a->c->x->effect.param_count - 1 : w.arg;
    bool is_text = strchr("s[cSC", f->letter);
    struct val to = take(a, 8);
    if (to.undef)
        run_fail_unset(m, "where '%s' stores what it reads is a pointer that was never given a value", a->c->x->name);
    uint64_t room = run_room(m, to);
    if (f->allocates) {
        w.size = 8;
        w.is_block = true;
    } else if (is_text) {
        w.size = f->letter == 'c' || f->letter == 'C' ? (f->width > 0 ? (uint64_t)f->width : 1) * f->bytes : UINT64_MAX;
        uint64_t most = f->width > 0 ? ((uint64_t)f->width + 1) * f->bytes : 1 << 20;
        if (w.size == UINT64_MAX && room != UINT64_MAX && !a->has_list)
            run_bounce(m, a->c, d, w.arg, &w, most);
    }
    if (w.size != UINT64_MAX) {
        uint8_t *at = run_access(m->frame, to, w.size, true);
        if (f->letter == 'n' || f->allocates)
            run_memory_set_init(&m->mem, at, w.size, true);
    }
    if (a->has_list)
        w.at = to;
    if (f->letter != 'n' && d->count < 64)
        d->list[d->count++] = w;
}

/* ---- what is printed --------------------------------------------------------------------------------------------- */

static void demand_printed(struct formatted *a, const struct format_conversion *f, int64_t precision)
{
    struct machine *m = a->m;
    uint32_t number = a->next + 1;
    struct val v = take(a, strchr("eEfFgGaAsSn", f->letter) ? 8 : f->bytes);
    bool is_text = f->letter == 's' && f->bytes == 1;
    if (v.undef && a->has_list)
        run_fail_unset(m, "what '%s' prints from its va_list was never given a value", a->c->x->name);
    if (v.undef)
        run_fail_unset(m, "argument %u of '%s' was never given a value", number, a->c->x->name);
    if (is_text && v.bits)
        run_string(m, v, precision < 0 ? UINT64_MAX : (uint64_t)precision);
    if (f->letter == 'n')
        run_memory_set_init(&m->mem, run_access(m->frame, v, f->bytes, true), f->bytes, true);
}

/* Widths and precisions that arguments say; the precision of the conversion. */
static int64_t take_stars(struct formatted *a, const struct format_conversion *f)
{
    int64_t precision = f->precision;
    for (uint32_t k = 0; k < f->stars; k++) {
        struct val v = take(a, 4);
        if (f->precision == FORMAT_ARGUMENT && k + 1 == f->stars)
            precision = (int32_t)v.bits;
    }
    return precision;
}

void run_demand_formatted(struct machine *m, struct outcall *c, struct demands *d, uint32_t format, bool is_scan)
{
    struct formatted a = begin(m, c);
    if (strstr(c->x->name, "wprintf") || strstr(c->x->name, "wscanf")) {
        if (is_scan)
            demand_unseen(&a);
        return;
    }
    run_string(m, c->args[format], UINT64_MAX);
    const char *s = (const char *)(uintptr_t)c->args[format].bits;
    struct format_conversion f;
    while (pt_format_next(&s, is_scan, 8, &f)) {
        if (a.has_list && f.bytes == 16)
            run_refuse(m, "a long double in the va_list of '%s'", c->x->name);
        if (f.letter == 'p' && m->cfg->is_closed && !m->cfg->has_world) /* as text, any address will do */
            run_refuse(m, "'%s' prints an address", c->x->name);
        if (f.is_positional && (is_scan || f.letter == 'n'))
            demand_unseen(&a);
        if (f.is_positional || a.is_hidden)
            continue;
        int64_t precision = take_stars(&a, &f);
        if (f.takes_argument && is_scan)
            demand_scanned(&a, d, &f);
        else if (f.takes_argument)
            demand_printed(&a, &f, precision);
    }
}
