/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The XML of units follows the published schema, runtime/cwi/cwi.rng, and the schema can tell: wrong documents do not.
 */
#include <unistd.h>

#include "0300-units.h"
#include "runtime/cwi/fragments.h"

static bool is_valid(const char *xml, size_t size)
{
    char path[] = "/tmp/cwi-schema-XXXXXX", command[300];
    int fd = mkstemp(path);
    bool written = fd >= 0 && write(fd, xml, size) == (ssize_t)size;
    snprintf(command, sizeof command, "xmllint --noout --relaxng runtime/cwi/cwi.rng %s >/dev/null 2>&1", path);
    int status = system(command);
    close(fd);
    unlink(path);
    return written && status == 0;
}

static void wrong(const char *xml, const char *from, const char *to)
{
    const char *p = strstr(xml, from);
    struct buf b = {0};
    if (!p) {
        ok(false, "there is no %s", from);
        return;
    }
    buf_add(&b, xml, (size_t)(p - xml));
    buf_puts(&b, to);
    buf_puts(&b, p + strlen(from));
    ok(!is_valid(b.data, b.size), "%s in place of %s is refused", to, from);
    buf_free(&b);
}

int main(void)
{
    if (system("xmllint --version >/dev/null 2>&1")) {
        printf("1..0 # SKIP xmllint is not installed\n");
        return 0;
    }
    struct everything e = make_everything();
    struct buf xml = {0}, again = {0};
    struct diag d;
    ok(cwi_write_xml(e.m.u, &xml, &d) == ST_OK && is_valid(xml.data, xml.size),
       "a unit with every kind of node follows the schema");
    struct cwi_inputs in = {.arena = arena_new()};
    struct cwi_unit *linked, **units = arena_alloc(in.arena, sizeof *units);
    *units = e.m.u;
    struct cwi_input input = {.path = "a.o", .units = units, .unit_count = 1};
    vec_push(&in.list, input);
    ok(cwi_link(&in, "prog", NULL, &linked, &d) == ST_OK && cwi_write_xml(linked, &again, &d) == ST_OK &&
           is_valid(again.data, again.size),
       "so does a linked one");
    wrong(xml.data, "<files>", "<file>");
    wrong(xml.data, "k=\"ptr\"", "k=\"pointer\"");
    wrong(xml.data, "order=\"little\"", "order=\"middle\"");
    wrong(xml.data, "k=\"fmod\"", "k=\"power\"");
    wrong(xml.data, "<goto at=\"0:0:0\" to=\"0\"/>", "<goto/>");
    wrong(xml.data, "<return ", "<return y=\"1\" ");
    wrong(xml.data, "fl=\"s\"", "fl=\"?\"");
    buf_free(&xml);
    buf_free(&again);
    cwi_unit_free(linked);
    cwi_inputs_free(&in);
    return done();
}
