/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * `cwolf lts generate`: systems of known shape and any size.
 *
 * Invariant: .aut goes to its file as it is computed, and the file appears when it is complete.
 */
#include "lts_command.h"

static int list_families(const struct lts_options *o)
{
    struct buf text = {0};
    buf_puts(&text, "usage: cwolf lts generate FAMILY [VALUE | NAME=VALUE]... [-o FILE]\n");
    for (const struct lts_family *f = lts_families; f->name; f++) {
        buf_printf(&text, "\n%s", f->name);
        for (const struct lts_parameter *p = f->parameters; p->name; p++)
            buf_printf(&text, " %s", p->name);
        buf_printf(&text, "\n  %s\n", f->help);
        for (const struct lts_parameter *p = f->parameters; p->name; p++)
            buf_printf(&text, "    %-13s %s (%llu to %llu, default %llu)\n", p->name, p->help,
                       (unsigned long long)p->least, (unsigned long long)p->most, (unsigned long long)p->fallback);
    }
    int status = driver_lts_put(o, &text);
    buf_free(&text);
    return status;
}

static int unknown(const char *what, const char *name, const char *const *names, size_t n, const char *more)
{
    const char *near = base_nearest_name(name, names, n);
    return near ? driver_say_usage("lts", "no %s '%s'; did you mean '%s'?", what, name, near)
                : driver_say_usage("lts", "no %s '%s'; %s", what, name, more);
}

static int find_family(const char *name, const struct lts_family **out)
{
    const char *names[64];
    size_t n = 0;
    *out = lts_family_by_name(name);
    if (*out)
        return EX_HOLDS;
    for (const struct lts_family *f = lts_families; f->name && n < 64; f++)
        names[n++] = f->name;
    return unknown("family", name, names, n, "'cwolf lts generate' lists them");
}

/* "VALUE" is of parameter `place`, "NAME=VALUE" of the one of that name. */
static int take_value(const struct lts_family *f, const char *text, size_t place, uint64_t *values)
{
    const char *names[LTS_PARAMETERS], *equals = strchr(text, '=');
    size_t count = 0, at = place;
    for (; f->parameters[count].name; count++)
        names[count] = f->parameters[count].name;
    if (equals) {
        char *name = base_mem_zalloc((size_t)(equals - text) + 1);
        memcpy(name, text, (size_t)(equals - text));
        for (at = 0; at < count && strcmp(name, names[at]); at++)
            ;
        int status =
            at < count ? EX_HOLDS : unknown("parameter", name, names, count, "'cwolf lts generate' lists them");
        free(name);
        if (status)
            return status;
        text = equals + 1;
    }
    if (at >= count)
        return driver_say_usage("lts", "generate %s takes %zu value%s: '%s' is one too many", f->name, count,
                                count == 1 ? "" : "s", text);
    if (!driver_parse_size(text, false, &values[at]))
        return driver_say_usage("lts", "generate %s: %s: '%s' is not a number like 1000 or 10M", f->name, names[at],
                                text);
    return EX_HOLDS;
}

static int write_text(const struct lts_options *o, const struct lts_family *f, const uint64_t *values)
{
    struct lts_out *out;
    struct diag d = {0}, unheard;
    struct lts_control control = driver_lts_watch(o);
    enum status st = lts_out_open(o->output ? o->output : "-", &control, &out, &d);
    if (st == ST_OK)
        st = lts_generate_aut(f, values, &control, lts_out_add, out, &d);
    enum status ended = lts_out_close(out, st == ST_OK, st == ST_OK ? &d : &unheard);
    st = st == ST_OK ? ended : st;
    driver_watch_wipe();
    return st == ST_OK ? EX_HOLDS : driver_say_failure(st, &d);
}

static int write_system(const struct lts_options *o, const struct lts_family *f, const uint64_t *values,
                        enum lts_format format)
{
    struct lts *l;
    struct diag d = {0};
    struct lts_control control = driver_lts_watch(o);
    enum status st = lts_generate(f, values, &control, &l, &d);
    driver_watch_wipe();
    if (st != ST_OK)
        return driver_say_failure(st, &d);
    int status = driver_lts_save(o, l, format);
    lts_free(l);
    return status;
}

int driver_lts_generate_file(const struct lts_options *o)
{
    const struct lts_family *f;
    uint64_t values[LTS_PARAMETERS];
    if (!o->count)
        return list_families(o);
    int status = find_family(o->files[0], &f);
    for (size_t i = 0; !status && f->parameters[i].name; i++)
        values[i] = f->parameters[i].fallback;
    for (int i = 1; !status && i < o->count; i++)
        status = take_value(f, o->files[i], (size_t)i - 1, values);
    enum lts_format format;
    if (!status)
        status = driver_lts_choose_format(o, LTS_FMT_AUT, &format);
    if (status)
        return status;
    return format == LTS_FMT_AUT && !o->io_labels ? write_text(o, f, values) : write_system(o, f, values, format);
}
