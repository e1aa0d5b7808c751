/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The conversions in a format of printf and scanf are read.
 */
#include "runtime/points/formats.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static int64_t number_at(const char **at)
{
    char *end;
    unsigned long long x = isdigit((unsigned char)**at) ? strtoull(*at, &end, 10) : 0;
    *at = isdigit((unsigned char)**at) ? end : *at;
    return x < INT32_MAX ? (int64_t)x : INT32_MAX;
}

static int64_t width_at(const char **at, uint32_t *stars)
{
    if (**at != '*')
        return number_at(at);
    ++*at;
    ++*stars;
    return FORMAT_ARGUMENT;
}

static const char *read_flags(const char *f, bool is_scan, struct format_conversion *c)
{
    const char *digits = f + strspn(f, "0123456789");
    c->is_positional = digits > f && *digits == '$';
    f = c->is_positional ? digits + 1 : f;
    c->takes_argument = true;
    for (; *f && strchr(is_scan ? "*'I" : "-+ #0'I", *f); f++) {
        c->shows_sign |= *f == '+' || *f == ' ';
        c->is_alternative |= *f == '#' || (!is_scan && (*f == '\'' || *f == 'I')); /* by locale */
        c->takes_argument &= *f != '*';
    }
    return f;
}

static uint64_t bytes_of(const char *modifiers, size_t size, char letter, uint32_t pointer_bytes)
{
    unsigned h = 0, l = 0, wide = 0;
    for (size_t i = 0; i < size; i++) {
        h += modifiers[i] == 'h';
        l += modifiers[i] == 'l';
        wide += strchr("jqL", modifiers[i]) != NULL;
        if (strchr("zt", modifiers[i]))
            return pointer_bytes;
    }
    if (strchr("eEfFgGaA", letter))
        return wide ? 16 : l ? 8 : 4;
    if (letter == 'p')
        return pointer_bytes;
    if (strchr("csCS[", letter))
        return l || letter == 'C' || letter == 'S' ? 4 : 1;
    return wide || l > 1 ? 8 : l ? pointer_bytes : h > 1 ? 1 : h ? 2 : 4;
}

static const char *read_set(const char *f, struct format_conversion *c)
{
    c->is_negated = *f == '^';
    c->set = f += c->is_negated;
    f += *f == ']'; /* right at the start it belongs to the set */
    c->set_end = f += strcspn(f, "]");
    return *f ? f + 1 : NULL;
}

bool pt_format_read(const char **at, bool is_scan, uint32_t pointer_bytes, struct format_conversion *c)
{
    const char *f = *at + 1;
    *c = (struct format_conversion){.width = FORMAT_NONE, .precision = FORMAT_NONE, .flags = f};
    f = read_flags(f, is_scan, c);
    if (isdigit((unsigned char)*f) || (*f == '*' && !is_scan))
        c->width = width_at(&f, &c->stars);
    if (*f == '.' && !is_scan) {
        f++;
        c->precision = width_at(&f, &c->stars);
    }
    c->flag_size = (size_t)(f - c->flags);
    const char *modifiers = f;
    f += strspn(f, is_scan ? "hlLqjztm" : "hlLqjzt");
    c->allocates = memchr(modifiers, 'm', (size_t)(f - modifiers));
    *at = f;
    if (!*f || !strchr(is_scan ? "diuoxXeEfFgGaApcsCS[n%" : "diuoxXeEfFgGaApcsCSnm%", *f))
        return false;
    c->letter = *f;
    c->takes_argument &= *f != '%' && (is_scan || *f != 'm');
    c->bytes = bytes_of(modifiers, (size_t)(f - modifiers), *f, pointer_bytes);
    *at = f + 1;
    if (*f == '[' && !(*at = read_set(f + 1, c))) {
        *at = f;
        c->letter = 0;
        return false;
    }
    return true;
}

bool pt_format_next(const char **at, bool is_scan, uint32_t pointer_bytes, struct format_conversion *c)
{
    c->letter = '%';
    while ((*at = strchr(*at, '%')))
        if (!pt_format_read(at, is_scan, pointer_bytes, c))
            return false;
        else if (c->letter != '%')
            return true;
    return false;
}

bool pt_format_may_have(const char *format, bool is_scan, uint32_t pointer_bytes, char letter)
{
    struct format_conversion c;
    bool may = false;
    for (const char *at = strchr(format, '%'); at && !may; at = strchr(at + 1, '%')) {
        const char *end = at;
        bool is_read = pt_format_read(&end, is_scan, pointer_bytes, &c);
        may = is_read ? c.letter == letter
                      : isalnum((unsigned char)*end); /* no conversion of the library is called by a sign */
    }
    return may;
}
