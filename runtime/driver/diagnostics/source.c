/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Source lines for quoting, read once for each file, and how much of a line belongs to the thing at a column.
 *
 * Invariant: a file that is missing, too large or not text gives no line, never an error: a diagnostic without its
 * quotation is still a diagnostic.
 */
#include "runtime/driver/driver.h"

#include <ctype.h>

enum { SOURCE_LIMIT = 64 << 20, LINE_LIMIT = 1000 };

struct source {
    char *name;
    struct buf text;          /* line ends are NULs */
    struct VEC(size_t) lines; /* offset of each line's start */
};
static struct VEC(struct source *) sources;

static struct source *load(const char *file)
{
    struct source *s = base_mem_zalloc(sizeof *s);
    s->name = base_mem_alloc(strlen(file) + 1);
    strcpy(s->name, file);
    struct diag ignored;
    if (!strcmp(file, "-") || base_file_read(file, &s->text, SOURCE_LIMIT, &ignored) || !s->text.size)
        return s;
    size_t start = 0;
    for (size_t i = 0; i <= s->text.size; i++) {
        if (i < s->text.size && s->text.data[i] != '\n')
            continue;
        vec_push(&s->lines, start);
        s->text.data[i] = 0;
        if (i > start && s->text.data[i - 1] == '\r')
            s->text.data[i - 1] = 0;
        start = i + 1;
    }
    return s;
}

/* NULL for what is no name of a file. */
static struct source *find(const char *file)
{
    if (!file || !*file || *file == '<')
        return NULL;
    for (size_t i = 0; i < sources.count; i++)
        if (!strcmp(sources.items[i]->name, file))
            return sources.items[i];
    struct source *s = load(file);
    vec_push(&sources, s);
    return s;
}

uint32_t driver_source_line_count(const char *file)
{
    const struct source *s = find(file);
    size_t count = s ? s->lines.count : 0;
    bool ends_line = count && s->lines.items[count - 1] == s->text.size; /* then nothing is behind the last one */
    return (uint32_t)(count - ends_line);
}

const char *driver_source_line(const char *file, uint32_t line)
{
    const struct source *s = find(file);
    if (!s || !line || line > s->lines.count)
        return NULL;
    const char *text = s->text.data + s->lines.items[line - 1];
    return strlen(text) <= LINE_LIMIT ? text : NULL;
}

void driver_source_forget(void)
{
    for (size_t i = 0; i < sources.count; i++) {
        free(sources.items[i]->name);
        buf_free(&sources.items[i]->text);
        vec_free(&sources.items[i]->lines);
        free(sources.items[i]);
    }
    vec_free(&sources);
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* The index behind the bracket that closes the one at `i`, or `i` when this line does not close it. */
static size_t skip_brackets(const char *line, size_t i)
{
    int depth = 0;
    char quote = 0;
    for (size_t j = i; line[j]; j++) {
        if (quote) {
            if (line[j] == '\\' && line[j + 1])
                j++;
            else if (line[j] == quote)
                quote = 0;
        } else if (line[j] == '"' || line[j] == '\'')
            quote = line[j];
        else if (line[j] == '(')
            depth++;
        else if (line[j] == ')' && --depth == 0)
            return j + 1;
    }
    return i;
}

uint32_t driver_source_extent(const char *line, uint32_t col)
{
    size_t i = col - 1, end = i;
    while (is_word(line[end]))
        end++;
    if (end == i)
        return line[i] == '(' && skip_brackets(line, i) > i ? (uint32_t)skip_brackets(line, i) : col;
    size_t open = end + strspn(line + end, " ");
    if (line[open] == '(' && skip_brackets(line, open) > open)
        end = skip_brackets(line, open);
    return (uint32_t)end;
}
