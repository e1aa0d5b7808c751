/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * UTF-8 as the C library's iconv knows it, over every pair of first bytes and the edges of the others; and strings of
 * JSON and graphviz for bytes of every kind.
 */
#include <iconv.h>

#include "runtime/base/text.h"
#include "tap.h"

/* The length of the first character by iconv; 0: none. */
static size_t length_by_iconv(iconv_t c, const char *bytes, size_t n)
{
    for (size_t length = 1; length <= n; length++) {
        uint32_t character;
        char *in = (char *)bytes, *out = (char *)&character;
        size_t left = length, room = sizeof character;
        iconv(c, NULL, NULL, NULL, NULL);
        if (iconv(c, &in, &left, &out, &room) != (size_t)-1 && left == 0)
            return length;
    }
    return 0;
}

static void test_lengths(void)
{
    static const unsigned char edges[] = {0, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff};
    iconv_t c = iconv_open("UTF-32LE", "UTF-8");
    unsigned wrong = 0, valid = 0;
    for (unsigned first = 0; first < 65536; first++)
        for (size_t i = 0; i < sizeof edges; i++)
            for (size_t k = 0; k < sizeof edges; k++) {
                char bytes[] = {(char)(first >> 8), (char)first, (char)edges[i], (char)edges[k]};
                size_t n = base_utf8_length(bytes, bytes + 4);
                wrong += n != length_by_iconv(c, bytes, 4);
                valid += n > 1;
                for (size_t room = 0; room < n; room++) /* cut short it is no character, or a shorter one */
                    wrong += base_utf8_length(bytes, bytes + room) > room;
            }
    iconv_close(c);
    ok(wrong == 0 && valid > 1000, "UTF-8 is what iconv takes (%u characters, %u wrong)", valid, wrong);
}

static void test_characters(void)
{
    iconv_t c = iconv_open("UTF-32LE", "UTF-8");
    unsigned wrong = 0;
    for (uint32_t character = 0; character < 0x110000; character += character < 0x3000 ? 1 : 61) {
        struct buf b = {0};
        uint32_t back = UINT32_MAX;
        if (character >= 0xd800 && character <= 0xdfff)
            continue;
        buf_put_utf8(&b, character);
        char *in = b.data, *out = (char *)&back;
        size_t left = b.size, room = sizeof back;
        iconv(c, &in, &left, &out, &room);
        wrong += left || back != character;
        buf_free(&b);
    }
    iconv_close(c);
    ok(wrong == 0, "characters written are those read (%u wrong)", wrong);
}

static void test_utf16(void)
{
    const char text[] = "a\xc3\xa9\xf0\x9d\x84\x9e\xff\xe2\x82";
    ok(base_utf16_length(text, sizeof text - 1) == 7, "UTF-16: a character beyond U+FFFF is two units, a bad byte one");
    ok(base_utf16_length(text, 0) == 0 && base_utf16_length(text, 3) == 2, "of a part");
}

static void test_strings(void)
{
    static const char bytes[] = "a\"\\\n\x7f\xc3\xa9\xff\xed\xa0\x80";
    struct buf b = {0};
    buf_put_json(&b, bytes, sizeof bytes - 1, true);
    is(b.data, "\"a\\\"\\\\\\u000a\\u007f\xc3\xa9\\udcff\\udced\\udca0\\udc80\"", "a JSON string that keeps bytes");
    b.size = 0;
    buf_put_json(&b, bytes, sizeof bytes - 1, false);
    is(b.data, "\"a\\\"\\\\\\u000a\\u007f\xc3\xa9\\ufffd\\ufffd\\ufffd\\ufffd\"", "one that does not");
    b.size = 0;
    buf_put_dot(&b, bytes, sizeof bytes - 1);
    is(b.data, "a\\\"\\\\\\\\x0a\\\\x7f\xc3\xa9\\\\xff\\\\xed\\\\xa0\\\\x80", "a string of graphviz");
    buf_free(&b);
}

int main(void)
{
    test_lengths();
    test_characters();
    test_utf16();
    test_strings();
    return done();
}
