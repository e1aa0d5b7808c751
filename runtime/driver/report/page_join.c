/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pages of single programs become one page: the data of each is a member of a list, its picture stands in a template.
 * What is between page.html's own words is theirs, so it is cut out by these words.
 */
#include "html_page.h"

/* What stands between the two; false: they are not there. */
static bool find_between(const char *text, const char *before, const char *after, const char **begin, size_t *size)
{
    const char *from = strstr(text, before), *to = from ? strstr(from + strlen(before), after) : NULL;
    if (!to)
        return false;
    *begin = from + strlen(before);
    *size = (size_t)(to - *begin);
    return true;
}

static enum status join_one(const struct report_page_file *page, struct buf *data, struct buf *models, struct diag *d)
{
    const char *text = page->text.data ? page->text.data : "", *json, *svg;
    size_t json_size, svg_size;
    if (!strstr(text, "<title>C Wolf: report</title>") ||
        !find_between(text, "<script type=\"application/json\" id=\"data\">\n", "\n</script>", &json, &json_size) ||
        !find_between(text, "<p id=\"size\"></p>\n", "\n        </section>", &svg, &svg_size) || *json != '{')
        return diag_set(d, ST_BAD, (struct place){page->path, 0, 0},
                        "this is no page that 'cwolf check --format=html' wrote, or one of an older version");
    if (!strncmp(json, "{\"programs\":", 12))
        return diag_set(d, ST_BAD, (struct place){page->path, 0, 0}, "this page is one of several programs already");
    buf_puts(data, data->size ? ",\n" : "");
    buf_add(data, json, json_size);
    buf_puts(models, "<template class=\"model\">");
    buf_add(models, svg, svg_size);
    buf_puts(models, "</template>\n");
    return ST_OK;
}

enum status report_join_pages(const struct report_page_file *pages, size_t count, struct buf *out, struct diag *d)
{
    struct buf list = {0}, models = {0}, data = {0};
    enum status st = ST_OK;
    for (size_t i = 0; i < count && !st; i++)
        st = join_one(&pages[i], &list, &models, d);
    if (!st) {
        buf_printf(&data, "{\"programs\": [\n%s]}", buf_str(&list));
        report_page_fill(buf_str(&models), buf_str(&data), out);
    }
    buf_free(&list);
    buf_free(&models);
    buf_free(&data);
    return st;
}
