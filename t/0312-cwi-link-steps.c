/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Linking the same unit twice, linking in steps, and units that do not go together.
 */
#include "0310-link.h"

static struct cwi_unit *again(const struct cwi_unit *u)
{
    struct buf b = {0};
    struct diag d;
    struct cwi_unit **units, *copy = NULL;
    size_t n;
    if (cwi_write(u, &b, &d) == ST_OK && cwi_read("again", b.data, b.size, &units, &n, &d) == ST_OK) {
        copy = units[0];
        free(units);
    }
    buf_free(&b);
    return copy;
}

static void doubles(void)
{
    add(with_static("a.c", 1));
    add(with_static("b.c", 2));
    struct cwi_unit *ab = link_all();
    add(with_static("a.c", 1));
    add(again(ab));
    add(with_static("a.c", 1));
    add(again(ab));
    struct cwi_unit *u = link_all();
    ok(funcs_called(u, "helper") == 2 && warnings == 0, "a unit that comes in by several ways is taken once");
    char *x = dump_of(ab), *y = dump_of(u);
    is(y, x, "nothing else is there");
    free(x);
    free(y);
    cwi_unit_free(u);
    add(ab);
    add(with_static("c.c", 2));
    u = link_all();
    ok(funcs_called(u, "helper") == 3 && warnings == 1, "another unit of the same names is another unit");
    cwi_unit_free(u);
}

static struct cwi_unit *make_nth(int i)
{
    switch (i) {
    case 0:
        return with_static("a.c", 1);
    case 1:
        return with_types("b.c", false, "x");
    case 2:
        return with_func("c.c", "f", CWI_WEAK, 1);
    case 3:
        return with_comdat("d.c", "g", 4);
    case 4:
        return with_types("e.c", true, "x");
    case 5:
        return with_func("f.c", "f", CWI_GLOBAL, 2);
    case 6:
        return with_comdat("b.c", "g", 5);
    case 7:
        return with_alias(CWI_WEAK);
    default:
        return make_everything().m.u;
    }
}
enum { UNITS = 9 };

/* Links the first n, then the others one by one, or in one lump, through files or not. */
static char *in_steps(int n, bool lump, bool written)
{
    for (int i = 0; i < n; i++)
        add(make_nth(i));
    struct cwi_unit *u = link_all();
    for (int i = n; i < UNITS;) {
        if (written) {
            struct cwi_unit *copy = again(u);
            cwi_unit_free(u);
            u = copy;
        }
        if (lump) {
            for (; i < UNITS; i++)
                add(make_nth(i));
            struct cwi_unit *rest = link_all();
            add(u);
            add(rest);
        } else {
            add(u);
            add(make_nth(i++));
        }
        u = link_all();
    }
    char *text = dump_of(u);
    cwi_unit_free(u);
    return text;
}

static void steps(void)
{
    char *all = in_steps(UNITS, false, false);
    for (int n = 1; n < UNITS; n++)
        for (int way = 0; way < 4; way++) {
            char *text = in_steps(n, way & 1, way & 2);
            if (!is(text, all, "linking in steps gives what linking at once gives"))
                n = UNITS;
            free(text);
        }
    free(all);
}

static void targets(void)
{
    struct cwi_unit *u = NULL;
    struct diag d;
    add(with_static("a.c", 1));
    struct cwi_unit *b = with_static("b.c", 2);
    b->big_endian = true;
    add(b);
    ok(cwi_link(&inputs, "prog", NULL, &u, &d) == ST_BAD && strstr(d.text, "another target"),
       "units of different targets do not link");
    cwi_inputs_free(&inputs);
    inputs = (struct cwi_inputs){0};
    u = link_all();
    ok(u && u->funcs.count == 1, "a link of nothing is an empty unit");
    cwi_unit_free(u);
}

int main(void)
{
    doubles();
    steps();
    targets();
    return done();
}
