/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Elements and attributes of hostile XML, one after another, through xmlTextReader.
 */
#include "runtime/cwi/element.h"

#include <errno.h>

#include "runtime/cwi/xml.h"

void cwi_el_fail(struct element *el, const char *format, ...)
{
    if (el->has_failed)
        return;
    el->has_failed = true;
    char text[500];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    int line = xmlTextReaderGetParserLineNumber(el->reader);
    diag_set(el->d, ST_BAD, (struct place){el->object, 0, 0}, "damaged C Wolf fragment: line %d of its XML: %s", line,
             text);
}

static void load_attributes(struct element *el)
{
    el->count = el->used = 0;
    el->values.size = 0;
    for (int more = xmlTextReaderMoveToFirstAttribute(el->reader); more == 1;
         more = xmlTextReaderMoveToNextAttribute(el->reader)) {
        if (el->count == MOST_ATTRIBUTES) {
            cwi_el_fail(el, "too many attributes");
            return;
        }
        const char *value = (const char *)xmlTextReaderConstValue(el->reader);
        el->attributes[el->count].name = (const char *)xmlTextReaderConstName(el->reader);
        el->attributes[el->count++].at = el->values.size;
        buf_puts(&el->values, value ? value : "");
        buf_putc(&el->values, 0);
    }
    xmlTextReaderMoveToElement(el->reader);
}

bool cwi_el_next(struct element *el)
{
    if (el->has_failed || el->is_empty) {
        el->is_empty = false;
        return false;
    }
    while (xmlTextReaderRead(el->reader) == 1) {
        switch (xmlTextReaderNodeType(el->reader)) {
        case XML_READER_TYPE_ELEMENT:
            el->name = (const char *)xmlTextReaderConstName(el->reader);
            el->is_empty = xmlTextReaderIsEmptyElement(el->reader) == 1;
            load_attributes(el);
            return !el->has_failed;
        case XML_READER_TYPE_END_ELEMENT:
            return false;
        case XML_READER_TYPE_WHITESPACE:
        case XML_READER_TYPE_SIGNIFICANT_WHITESPACE:
            continue;
        default:
            cwi_el_fail(el, "only elements belong here");
            return false;
        }
    }
    cwi_el_fail(el, "it is not well-formed, or ends too early");
    return false;
}

void cwi_el_no_children(struct element *el)
{
    if (cwi_el_next(el))
        cwi_el_fail(el, "element '%s' does not belong here", el->name);
}

bool cwi_el_is(const struct element *el, const char *name)
{
    return !strcmp(el->name, name);
}

const char *cwi_el_raw(struct element *el, const char *name)
{
    for (unsigned i = 0; i < el->count; i++)
        if (!strcmp(el->attributes[i].name, name)) {
            el->used++;
            return el->values.data + el->attributes[i].at;
        }
    return NULL;
}

const char *cwi_el_text(struct element *el, const char *name)
{
    char *s = (char *)cwi_el_raw(el, name);
    if (!s)
        return NULL;
    size_t n = cwi_xml_unescape(s);
    if (n == SIZE_MAX) {
        cwi_el_fail(el, "attribute '%s' has a wrong escape", name);
        return "";
    }
    uint32_t id = base_intern_add(el->strings, s, n);
    if (id == el->interned.count)
        vec_push(&el->interned, arena_strn(el->u->arena, s, n));
    return el->interned.items[id];
}

/* Reads digits; *end is where they stop; fails by returning false. */
static bool digits(const char **s, uint64_t most, uint64_t *out)
{
    const char *p = *s;
    uint64_t n = 0;
    if (*p < '0' || *p > '9')
        return false;
    for (; *p >= '0' && *p <= '9'; p++) {
        uint64_t digit = (uint64_t)(*p - '0');
        if (n > (most - digit) / 10 || digit > most)
            return false;
        n = n * 10 + digit;
    }
    *s = p;
    *out = n;
    return true;
}

uint64_t cwi_el_u64(struct element *el, const char *name, uint64_t most)
{
    const char *s = cwi_el_raw(el, name);
    uint64_t n = 0;
    if (!s)
        return 0;
    if (most == CWI_UNKNOWN && !strcmp(s, "?"))
        return CWI_UNKNOWN;
    if (!digits(&s, most, &n) || *s)
        cwi_el_fail(el, "attribute '%s' is no number up to %llu", name, (unsigned long long)most);
    return n;
}

uint32_t cwi_el_u32(struct element *el, const char *name)
{
    return (uint32_t)cwi_el_u64(el, name, UINT32_MAX);
}

int64_t cwi_el_i64(struct element *el, const char *name)
{
    const char *s = cwi_el_raw(el, name);
    uint64_t n = 0;
    if (!s)
        return 0;
    bool negative = *s == '-';
    s += negative;
    if (!digits(&s, (uint64_t)INT64_MAX + negative, &n) || *s)
        cwi_el_fail(el, "attribute '%s' is no number", name);
    return (int64_t)(negative ? -n : n);
}

int cwi_el_word(struct element *el, const char *name, const char *const *words, int count)
{
    const char *s = cwi_el_raw(el, name);
    int i = s ? cwi_word_find(words, count, s) : -1;
    if (i < 0)
        cwi_el_fail(el, "attribute '%s' of '%s' is %s%s", name, el->name, s ? "unknown: " : "missing", s ? s : "");
    return i < 0 ? 0 : i;
}

void cwi_el_flags(struct element *el, const struct cwi_flag *flags, void *object)
{
    const char *s = cwi_el_raw(el, "fl");
    for (; s && *s; s++) {
        const struct cwi_flag *f = flags;
        while (f->letter && f->letter != *s)
            f++;
        if (!f->letter) {
            cwi_el_fail(el, "unknown flag");
            return;
        }
        *cwi_flag_of(f, object) = true;
    }
}

struct cwi_place cwi_el_place(struct element *el, const char *name, cwi_id file)
{
    const char *s = cwi_el_raw(el, name);
    uint64_t line = 0, col = 0, f = file;
    if (!s)
        return (struct cwi_place){file, 0, 0};
    bool good = digits(&s, UINT32_MAX, &line) && *s++ == ':' && digits(&s, UINT32_MAX, &col);
    if (good && *s == ':') {
        s++;
        good = digits(&s, UINT32_MAX, &f);
    }
    if (!good || *s || f >= el->u->files.count)
        cwi_el_fail(el, "attribute '%s' is no place", name);
    return (struct cwi_place){(cwi_id)f, (uint32_t)line, (uint32_t)col};
}

uint32_t *cwi_el_list(struct element *el, const char *name, uint32_t *count)
{
    const char *s = cwi_el_raw(el, name);
    struct VEC(uint32_t) list = {0};
    uint64_t n;
    while (s && *s) {
        if (!digits(&s, UINT32_MAX, &n) || (*s && *s++ != ' ')) {
            cwi_el_fail(el, "attribute '%s' is no list of numbers", name);
            break;
        }
        vec_push(&list, (uint32_t)n);
    }
    *count = (uint32_t)list.count;
    uint32_t *items = vec_to_arena(&list, el->u->arena);
    vec_free(&list);
    return items;
}

void cwi_el_done(struct element *el)
{
    if (el->used != el->count)
        cwi_el_fail(el, "element '%s' has an unknown attribute", el->name);
}
