/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A unit with every kind of node is valid, survives writing and reading without a difference, and the same unit gives
 * the same bytes.
 */
#include "0300-units.h"
#include "runtime/cwi/fragments.h"

static void frames(const struct cwi_unit *u)
{
    struct diag d;
    struct buf one = {0}, again = {0}, both = {0};
    struct cwi_unit **units = NULL;
    size_t count = 0;
    ok(cwi_write(u, &one, &d) == ST_OK, "the unit is written");
    ok(cwi_write(u, &again, &d) == ST_OK && one.size == again.size && !memcmp(one.data, again.data, one.size),
       "twice the same");
    buf_add(&both, "\0\0", 2);
    buf_add(&both, one.data, one.size);
    buf_add(&both, "\0\0\0\0\0", 5);
    buf_add(&both, again.data, again.size);
    buf_add(&both, "\0", 1);
    ok(cwi_read("both", both.data, both.size, &units, &count, &d) == ST_OK && count == 2,
       "frames concatenate, with padding");
    for (size_t i = 0; i < count; i++) {
        char *x = dump_of(u), *y = dump_of(units[i]);
        is(y, x, "the dump is the same after reading");
        struct buf back = {0};
        ok(cwi_write(units[i], &back, &d) == ST_OK && back.size == one.size && !memcmp(back.data, one.data, one.size),
           "and it is written as before");
        ok(cwi_fingerprint(units[i]) == cwi_fingerprint(u), "the fingerprint is the one foretold");
        buf_free(&back);
        free(x);
        free(y);
        cwi_unit_free(units[i]);
    }
    free(units);
    ok(cwi_read("none", "\0\0\0", 3, &units, &count, &d) == ST_OK && count == 0,
       "padding alone is no unit and no error");
    free(units);
    buf_free(&one);
    buf_free(&again);
    buf_free(&both);
}

int main(void)
{
    struct diag d = {0};
    struct everything e = make_everything();
    if (!ok(cwi_validate(e.m.u, &d) == ST_OK, "a unit with every kind of node is valid"))
        printf("# %s\n", d.text);
    frames(e.m.u);
    cwi_unit_free(e.m.u);
    return done();
}
