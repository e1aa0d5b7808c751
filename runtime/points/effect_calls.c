/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What an effect says about one call: literal formats, modes, and the letters of its parameters.
 */
#include "runtime/points/effects.h"
#include "runtime/points/effect_letters.h"

#include <stdlib.h>

/* ---- formats ----------------------------------------------------------------------------------------------------- */

const char *effect_literal(const struct cwi_unit *u, const struct cwi_expr *e)
{
    while (e && e->kind == CWI_UNARY && e->op == CWI_CONVERT)
        e = e->a;
    if (!e || e->kind != CWI_ADDR)
        return NULL;
    for (e = e->a; e && (e->kind == CWI_FIELD || e->kind == CWI_INDEX); e = e->a)
        if (e->offset || (e->kind == CWI_INDEX && (e->b->kind != CWI_CONST || e->b->value)))
            return NULL;
    if (!e || e->kind != CWI_VAR)
        return NULL;
    const struct cwi_var *v = cwi_var_of(u, e->ref);
    if (v->linkage != CWI_LITERAL || v->init_count != 1 || v->init[0].offset || !v->init[0].bytes ||
        !memchr(v->init[0].bytes, 0, v->init[0].size))
        return NULL;
    return (const char *)v->init[0].bytes;
}

/* The literal format of a call; *has_format says whether the function takes one. */
static const char *format_of(const struct cwi_unit *u, const struct effect *e, const struct cwi_stmt *call,
                             bool *has_format)
{
    for (uint32_t i = 0; i < e->param_count; i++)
        if ((*has_format = e->params[i].letter == 'F' || e->params[i].letter == 'S'))
            return call && i < call->arg_count ? effect_literal(u, call->args[i]) : NULL;
    *has_format = false;
    return NULL;
}

/* The letter of the next conversion, and what stands between '%' and it; 0 at the end. */
static char next_conversion(const char **s, const char **flags)
{
    while ((*s = strchr(*s, '%'))) {
        *flags = ++*s;
        if (**s == '%') {
            ++*s;
            continue;
        }
        *s += strspn(*s, "0123456789$*.-+ #'IhlLqjztm");
        char letter = **s;
        if (letter)
            ++*s;
        return letter;
    }
    return 0;
}

static bool may_convert(const struct cwi_unit *u, const struct effect *e, const struct cwi_stmt *call, char letter)
{
    bool has_format;
    const char *s = format_of(u, e, call, &has_format), *flags;
    if (!s)
        return has_format;
    for (char c; (c = next_conversion(&s, &flags));)
        if (c == letter || (letter == 'm' && memchr(flags, 'm', (size_t)(s - flags))))
            return true;
    return false;
}

bool effect_conversions(const struct cwi_unit *u, const struct effect *e, const struct cwi_stmt *call, uint32_t *count,
                        bool *may_be_none)
{
    bool has_format;
    const char *s = format_of(u, e, call, &has_format), *flags, *format = s;
    *count = 0;
    *may_be_none = false;
    if (!s || !effect_has(e, 'S'))
        return false;
    for (char c; (c = next_conversion(&s, &flags));) {
        bool is_ignored = memchr(flags, '*', (size_t)(s - flags)),
             is_certain = c == 'c' || c == 's' || c == 'C' || c == 'S';
        if (!strchr("diuoxXeEfFgGaApcsCS[n", c) || memchr(flags, '$', (size_t)(s - flags)))
            return false;
        /* What stands before it may not match, or the conversion itself. */
        *may_be_none |= !*count && (!is_certain || strspn(format, " \t\n") + 1 < (size_t)(flags - format));
        *count += !is_ignored && c != 'n';
        if (c == '[') { /* ']' right at the start belongs to the set */
            s += *s == '^';
            s += *s == ']';
            s += strcspn(s, "]");
        }
    }
    return *count > 0;
}

static int64_t number_in(const char *flags, size_t size, bool is_scan)
{
    const char *end = flags + size, *at = is_scan ? flags : memchr(flags, '.', size);
    at = at && *at == '.' ? at + 1 : at;
    if (!at || at == end)
        return at ? 0 : -1;
    if (*at == '*')
        return -2;
    if (!strchr("0123456789", *at))
        return is_scan ? -1 : 0;
    return strtoll(at, NULL, 10);
}

/* Of a number by the letters before its conversion. */
static uint64_t bytes_of(const struct cwi_unit *u, const char *flags, size_t size, char letter)
{
    unsigned h = 0, l = 0, other = 0;
    for (size_t i = 0; i < size; i++) {
        h += flags[i] == 'h';
        l += flags[i] == 'l';
        other += strchr("jzt", flags[i]) != NULL;
        if (flags[i] == 'L')
            return 16;
    }
    if (strchr("eEfFgGaA", letter))
        return l ? 8 : 4;
    return letter == 'p' || other || l == 1 ? u->pointer_bits / 8 : l ? 8 : h == 2 ? 1 : h ? 2 : 4;
}

char effect_conversion(const struct cwi_unit *u, const struct effect *e, const struct cwi_stmt *call, uint32_t i,
                       int64_t *width, uint64_t *bytes)
{
    bool has_format, is_scan = effect_has(e, 'S');
    const char *s = format_of(u, e, call, &has_format), *flags;
    uint32_t at = e->param_count - 1; /* the last parameter is repeated for variable arguments */
    *width = -1;
    *bytes = 0;
    if (!s)
        return 0;
    for (char c; (c = next_conversion(&s, &flags)); at++) {
        size_t size = (size_t)(s - 1 - flags);
        if (memchr(flags, '$', size))
            return 0;
        for (size_t k = 0; k < size; k++)
            at += flags[k] == '*' && !is_scan;
        if (is_scan && memchr(flags, '*', size)) {
            at--;
            continue;
        }
        if (at == i) {
            *width = number_in(flags, size, is_scan);
            *bytes = bytes_of(u, flags, size, c);
            return c;
        }
        if (c == '[') {
            s += *s == '^';
            s += *s == ']';
            s += strcspn(s, "]");
        }
    }
    return 0;
}

/* open and openat have flags where a string is followed by a number; fopen has letters. */
void effect_mode(const struct cwi_unit *u, const struct effect *e, const struct cwi_stmt *call, bool *reads,
                 bool *writes)
{
    enum { ACCESS = 3, TO_WRITE = 1 }; /* O_ACCMODE, O_WRONLY; O_RDONLY is 0 */
    uint32_t path = 0;
    while (path < e->param_count && !e->params[path].is_string)
        path++;
    const struct cwi_expr *mode = path + 1 < call->arg_count ? call->args[path + 1] : NULL;
    const char *letters = mode ? effect_literal(u, mode) : NULL;
    *reads = *writes = true;
    if (letters) {
        *reads = strpbrk(letters, "r+");
        *writes = strpbrk(letters, "wa+");
    } else if (mode && mode->kind == CWI_CONST) {
        *reads = (mode->value & ACCESS) != TO_WRITE;
        *writes = (mode->value & ACCESS) != 0;
    }
}

/* ---- letters ----------------------------------------------------------------------------------------------------- */

bool effect_has(const struct effect *e, char letter)
{
    for (uint32_t i = 0; i < e->param_count; i++)
        if (e->params[i].letter == letter)
            return true;
    return false;
}

bool effect_reads(const struct effect *e, uint32_t i)
{
    return effect_among(effect_letter(e, i), LETTERS_READ);
}

bool effect_writes(const struct cwi_unit *u, const struct effect *e, const struct cwi_stmt *call, uint32_t i)
{
    bool is_argument_of_format = e->param_count && i + 1 >= e->param_count && e->rest.letter == 'r';
    if (is_argument_of_format && may_convert(u, e, call, 'n'))
        return true;
    return effect_among(effect_letter(e, i), LETTERS_WRITTEN);
}

bool effect_reads_deep(const struct effect *e, uint32_t i)
{
    return effect_among(effect_letter(e, i), LETTERS_DEEP_READ);
}

bool effect_writes_deep(const struct effect *e, uint32_t i)
{
    return effect_among(effect_letter(e, i), LETTERS_DEEP_WRITTEN);
}

bool effect_allocates(const struct cwi_unit *u, const struct effect *e, const struct cwi_stmt *call)
{
    return effect_has(e, 'a') || (effect_has(e, 'S') && may_convert(u, e, call, 'm'));
}

bool effect_keeps(const struct effect *e, uint32_t i)
{
    return effect_among(effect_letter(e, i), LETTERS_KEPT);
}

bool effect_calls(const struct effect *e, uint32_t i)
{
    return effect_among(effect_letter(e, i), LETTERS_CALLED);
}

bool effect_is_pointer(const struct effect *e, uint32_t i)
{
    return effect_among(effect_letter(e, i), LETTERS_POINTER);
}
