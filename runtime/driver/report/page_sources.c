/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The source lines in a report's page. Invariant: the size of a page is bounded by the number of places in it, not by
 * the size of the sources.
 */
#include "html_page.h"

enum { WHOLE = 2000, AROUND = 40 }; /* lines */

struct page_file {
    uint32_t count; /* of lines; 0: it was not found */
    uint8_t *shown; /* by line from 0 */
};
struct page_sources {
    struct intern *names;
    struct VEC(struct page_file) files;
};

struct page_sources *report_page_sources_new(void)
{
    struct page_sources *s = base_mem_zalloc(sizeof *s);
    s->names = base_intern_new();
    return s;
}

void report_page_sources_free(struct page_sources *s)
{
    for (size_t i = 0; i < s->files.count; i++)
        free(s->files.items[i].shown);
    vec_free(&s->files);
    base_intern_free(s->names);
    free(s);
}

static uint32_t add(struct page_sources *s, const struct report_place *p)
{
    uint32_t id = base_intern_add(s->names, p->file, strlen(p->file));
    if (id == s->files.count) {
        struct page_file new = {.count = driver_source_line_count(p->file)};
        new.shown = base_mem_zalloc(new.count + 1);
        memset(new.shown, new.count <= WHOLE, new.count);
        vec_push(&s->files, new);
    }
    struct page_file *f = &s->files.items[id];
    uint32_t first = p->line > AROUND ? p->line - AROUND : 1;
    for (uint32_t i = first; i <= f->count && i <= p->line + AROUND; i++)
        f->shown[i - 1] = 1;
    return id;
}

void report_page_put_place(struct page_sources *s, const struct cwi_unit *u, struct cwi_place at, struct json_out *j)
{
    struct report_place p = report_place(u, at);
    if (p.file)
        base_json_put_number(j, "file", add(s, &p));
    else
        base_json_put_text(j, "file", NULL);
    base_json_put_number(j, "line", p.line);
    base_json_put_number(j, "col", p.col);
    base_json_put_number(j, "end", p.end);
}

static void put_parts(const char *name, const struct page_file *f, struct json_out *j)
{
    for (uint32_t i = 0; i < f->count; i++) {
        if (!f->shown[i])
            continue;
        base_json_open(j, NULL, JSON_ROW);
        base_json_put_number(j, "first", i + 1);
        base_json_open(j, "lines", JSON_TUPLE);
        for (; i < f->count && f->shown[i]; i++)
            base_json_put_text(j, NULL, driver_source_line(name, i + 1));
        base_json_close(j);
        base_json_close(j);
    }
}

void report_page_put_sources(const struct page_sources *s, struct json_out *j)
{
    base_json_open(j, "files", JSON_LIST);
    for (uint32_t i = 0; i < s->files.count; i++) {
        const char *name = base_intern_str(s->names, i);
        base_json_open(j, NULL, JSON_OBJECT);
        base_json_put_text(j, "name", name);
        base_json_open(j, "parts", JSON_LIST);
        put_parts(name, &s->files.items[i], j);
        base_json_close(j);
        base_json_close(j);
    }
    base_json_close(j);
}
