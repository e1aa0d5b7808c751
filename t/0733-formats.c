/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Conversions of formats are read as the C library reads them: of random formats of printf the types of the arguments
 * that glibc's parse_printf_format gives, of scanf the bytes that sscanf writes.
 *
 *   SEED=N COUNT=N build/t/0733-formats
 */
#include "runtime/points/formats.h"
#include "tap.h"

#include <printf.h>
#include <stdlib.h>

static const char *pick(const char *const *list, int count)
{
    return list[rand() % count];
}
#define PICK(...) pick((const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

/* ---- printf ------------------------------------------------------------------------------------------------------ */

static size_t size_of_argument(int type)
{
    if ((type & ~PA_FLAG_MASK) >= PA_FLOAT)
        return type & PA_FLAG_LONG_DOUBLE ? 16 : 0;
    if (type & PA_FLAG_PTR || type == PA_POINTER || (type & ~PA_FLAG_MASK) == PA_STRING)
        return 0;
    if ((type & ~PA_FLAG_MASK) == PA_CHAR)
        return 1;
    return type & (PA_FLAG_LONG | PA_FLAG_LONG_LONG) ? 8 : type & PA_FLAG_SHORT ? 2 : 4;
}

static bool agrees_on_printf(const char *format)
{
    int types[64];
    size_t count = parse_printf_format(format, 64, types), at = 0;
    struct format_conversion c;
    for (const char *f = format; pt_format_next(&f, false, 8, &c); at += c.takes_argument) {
        for (uint32_t i = 0; i < c.stars; i++)
            if (at >= count || types[at++] != PA_INT)
                return false;
        if (!c.takes_argument)
            continue;
        size_t size = at < count ? size_of_argument(types[at]) : 99;
        if (at >= count || (strchr("diuoxX", c.letter) && c.bytes != size) ||
            (strchr("eEfFgGaA", c.letter) && size && size != c.bytes))
            return false;
    }
    return c.letter && at == count;
}

static void test_printf(int count)
{
    int wrong = 0;
    for (int i = 0; i < count; i++) {
        char format[200] = "";
        for (int k = rand() % 4; k >= 0; k--) {
            const char *letter = PICK("d", "i", "u", "x", "o", "c", "s", "p", "f", "g", "n", "m");
            const char *modifier = !strchr("diuxo", *letter) ? strchr("fg", *letter) ? PICK("", "L", "l") : ""
                                                             : PICK("", "", "h", "hh", "l", "ll", "z", "j", "t");
            snprintf(format + strlen(format), 40, "%s%%%s%s%s%s%s", PICK("", "a", " %% ", "1$"),
                     PICK("", "-", "0", "+", " ", "#", "'", "-0"), PICK("", "", "7", "12", "*"),
                     PICK("", "", ".", ".3", ".*"), modifier, letter);
        }
        if (!agrees_on_printf(format) && !wrong++)
            printf("# differs: %s\n", format);
    }
    ok(!wrong, "%d formats of printf: as many arguments, of the sizes that glibc finds", count);
}

/* ---- scanf ------------------------------------------------------------------------------------------------------- */

static bool agrees_on_scanf(const char *format, const char *input)
{
    unsigned char out[64];
    struct format_conversion c;
    const char *f = format;
    memset(out, 0xa5, sizeof out);
    int got = sscanf(input, format, out);
    if (!pt_format_next(&f, true, 8, &c) || *f)
        return false;
    if (!c.takes_argument)
        return got <= 0 && out[0] == 0xa5;
    size_t written = sizeof out;
    while (written && out[written - 1] == 0xa5)
        written--;
    size_t longest = c.width == FORMAT_NONE ? 63 : (size_t)c.width;
    if (c.letter == 'c')
        return written == (c.width == FORMAT_NONE ? 1 : longest);
    if (strchr("s[", c.letter))
        return got == 1 && written <= longest + 1;
    return written == c.bytes;
}

static void test_scanf(int count)
{
    int wrong = 0;
    for (int i = 0; i < count; i++) {
        char format[40];
        const char *letter = PICK("d", "i", "u", "x", "o", "c", "s", "f", "n", "[1-9]", "[]3-9]", "[^]a]");
        const char *modifier = *letter == 'f'              ? PICK("", "l", "L")
                               : strchr("diuxon", *letter) ? PICK("", "h", "hh", "l", "ll", "z", "j", "t")
                                                           : "";
        bool is_long = *letter == 'f' && *modifier == 'L'; /* of which ten bytes are written */
        snprintf(format, sizeof format, "%%%s%s%s%s", *letter == 'n' ? "" : PICK("", "", "*"),
                 *letter == 'n' ? "" : PICK("", "3", "12"), modifier, letter);
        if (!is_long && !agrees_on_scanf(format, "3456789012345678") && !wrong++)
            printf("# differs: %s\n", format);
    }
    ok(!wrong, "%d conversions of scanf: as many bytes are written", count);
}

static void test_refused(void)
{
    static const char *const refused[] = {"%", "%y", "% ", "%l", "%5", "%-", "%.", "%.*"};
    static const char *const refused_by_scanf[] = {"%", "%y", "%[", "%[]", "%[^]a", "%.3d", "%-5d", "%#x"};
    struct format_conversion c;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const char *f = refused[i];
        ok(!pt_format_next(&f, false, 8, &c) && !c.letter, "printf: '%s' is not understood", refused[i]);
        f = refused_by_scanf[i];
        ok(!pt_format_next(&f, true, 8, &c) && !c.letter, "scanf: '%s' is not understood", refused_by_scanf[i]);
    }
    const char *f = "%2$d";
    ok(pt_format_next(&f, false, 8, &c) && c.is_positional && c.letter == 'd', "a position is seen");
    f = "no conversion %% at all";
    ok(!pt_format_next(&f, false, 8, &c) && c.letter == '%', "text alone has none");
}

/* Of pieces of formats, and from any character on. */
static void test_any_part(int count)
{
    int wrong = 0, with = 0;
    for (int i = 0; i < count; i++) {
        char format[100] = "";
        bool is_there = false;
        for (int k = rand() % 8; k >= 0; k--)
            strcat(format,
                   PICK("%", "%", "%%", "n", "d", " ", "l", "hh", "*", ".", "3", "2$", "-", "x", "\n", "%s", "'", "m"));
        for (const char *f = format; *f; f++) {
            int types[64] = {0};
            size_t n = parse_printf_format(f, 64, types);
            for (size_t k = 0; k < n && n < 64; k++)
                is_there |=
                    types[k] != -1 && types[k] & PA_FLAG_PTR; /* -1: of no conversion, where others are by number */
        }
        bool may = pt_format_may_have(format, false, 8, 'n');
        with += is_there;
        if (is_there && !may && wrong++ < 5)
            printf("# %s\n", format);
    }
    ok(!wrong, "every %%n is seen, wherever the format begins (%d of %d have one)", with, count);
    ok(!pt_format_may_have("100%, %d, %%, %-5s %", false, 8, 'n'), "none where there is none");
    ok(pt_format_may_have("100%%n", false, 8, 'n'), "one that begins in the middle");
}

int main(void)
{
    unsigned seed = getenv("SEED") ? (unsigned)atoi(getenv("SEED")) : 1;
    int count = getenv("COUNT") ? atoi(getenv("COUNT")) : 20000;
    printf("# SEED=%u\n", seed);
    srand(seed);
    test_printf(count);
    test_scanf(count);
    test_refused();
    test_any_part(count);
    return done();
}
