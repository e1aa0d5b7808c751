/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Answers in GCC's form: message, quotation with caret, path as -fanalyzer draws it, notes; and the same as JSON.
 */
#include "tap.h"

#include <unistd.h>

#include "runtime/driver/report/report.h"
#include "runtime/driver/report/uri.h"

static const char source[] = "int read_key(void);\n"
                             "void open_door(void);\n"
                             "int main(void)\n"
                             "{\n"
                             "\tint key = read_key();\n"
                             "    if (key > 3 && (key < 9))\n"
                             "        open_door(key, \"(\");\n"
                             "    return 0;\n"
                             "}\n";

static struct cwi_unit *unit;
static cwi_id file, main_func, other_func;

static void make_unit(const char *path)
{
    struct cwi_func f = {.name = "main", .asm_name = "main", .linkage = CWI_GLOBAL};
    unit = cwi_unit_new("door");
    file = cwi_add_file(unit, path);
    main_func = cwi_add_func(unit, &f);
    f.name = f.asm_name = "open_door";
    other_func = cwi_add_func(unit, &f);
}

static struct check_event event(uint32_t line, uint32_t col, const char *text, const char *label)
{
    struct check_event e = {.at = {file, line, col}, .func = main_func, .text = text, .label = label};
    return e;
}

static void renders(const struct check_answer *a, bool strict, const char *expected, const char *what)
{
    struct buf out = {0};
    driver_print_answer(unit, a, strict, &out);
    is(buf_str(&out), expected, what);
    buf_free(&out);
}

static void test_violation(void)
{
    struct check_event path[] = {event(5, 12, "input: 'key' is in [4 .. 8]", NULL),
                                 event(6, 13, "'key > 3' is true", NULL), event(7, 9, "calls 'open_door'", "open"),
                                 event(7, 9, "violated here", NULL)};
    struct check_answer a = {.name = "locked",
                             .verdict = LTS_VERDICT_FALSE,
                             .at = {file, 7, 9},
                             .func = main_func,
                             .message = "property 'locked' is violated",
                             .path = path,
                             .path_length = 4};
    renders(&a, false,
            "t.c:7:9: error: property 'locked' is violated [cwolf]\n"
            "    7 |         open_door(key, \"(\");\n"
            "      |         ^~~~~~~~~~~~~~~~~~~\n"
            "  'main': events 1-4\n"
            "    |\n"
            "    |    5 |         int key = read_key();\n"
            "    |      |                   ^~~~~~~~~~\n"
            "    |      |                   |\n"
            "    |      |                   (1) input: 'key' is in [4 .. 8]\n"
            "    |    6 |     if (key > 3 && (key < 9))\n"
            "    |      |             ^\n"
            "    |      |             |\n"
            "    |      |             (2) 'key > 3' is true\n"
            "    |    7 |         open_door(key, \"(\");\n"
            "    |      |         ^~~~~~~~~~~~~~~~~~~\n"
            "    |      |         |\n"
            "    |      |         (3) calls 'open_door'; label open\n"
            "    |      |         (4) violated here\n"
            "    |\n",
            "a violation: caret, tabs, brackets in strings, events of one place under one quotation");
}

static void test_maybe(void)
{
    const char *hints[] = {"track 'key' (now ignored)"};
    struct check_answer a = {.name = "locked",
                             .verdict = LTS_VERDICT_MAYBE,
                             .at = {file, 8, 5},
                             .func = main_func,
                             .message = "property 'locked' may be violated",
                             .hints = hints,
                             .hint_count = 1,
                             .trace = "'b 'a",
                             .holds = "its traces are included"};
    const char rest[] = "    8 |     return 0;\n"
                        "      |     ^~~~~~\n"
                        "t.c:8:5: note: what tells them apart: 'b 'a\n"
                        "t.c:8:5: note: what does hold: its traces are included\n"
                        "t.c:8:5: note: track 'key' (now ignored)\n";
    char expected[1000];
    snprintf(expected, sizeof expected, "t.c:8:5: warning: property 'locked' may be violated [cwolf]\n%s", rest);
    renders(&a, false, expected, "a Maybe is a warning with what would decide it");
    snprintf(expected, sizeof expected, "t.c:8:5: error: property 'locked' may be violated [cwolf]\n%s", rest);
    renders(&a, true, expected, "and an error under strict");
    a.verdict = LTS_VERDICT_TRUE;
    a.trace = a.holds = NULL;
    a.hint_count = 0;
    renders(&a, true, "", "True says nothing");
}

static void test_without_source(void)
{
    struct check_event path[] = {{.at = {cwi_add_file(unit, "gone.c"), 3, 4}, .func = other_func, .text = "calls 'f'"}};
    struct check_answer a = {.name = "p",
                             .verdict = LTS_VERDICT_FALSE,
                             .at = path[0].at,
                             .func = other_func,
                             .message = "property 'p' is violated",
                             .path = path,
                             .path_length = 1};
    renders(&a, false,
            "gone.c:3:4: error: property 'p' is violated [cwolf]\n"
            "  'open_door': event 1\n"
            "    |\n"
            "    | gone.c:3:4: (1) calls 'f'\n"
            "    |\n",
            "without the source file: no quotation");
    a.at = (struct cwi_place){0};
    a.path_length = 0;
    renders(&a, false, "cwolf: error: property 'p' is violated [cwolf]\n", "without a place");
    a.at = (struct cwi_place){file, 700, 1};
    renders(&a, false, "t.c:700:1: error: property 'p' is violated [cwolf]\n", "a line that the file does not have");
    a.at = (struct cwi_place){file, 8, 400};
    renders(&a, false, "t.c:8:400: error: property 'p' is violated [cwolf]\n    8 |     return 0;\n",
            "a column beyond the line");
}

static void test_functions_and_files(void)
{
    struct check_event path[] = {event(5, 6, "one", NULL),
                                 {.at = {file, 2, 6}, .func = other_func, .text = "two"},
                                 {.at = {cwi_add_file(unit, "gone.c"), 1, 1}, .func = other_func, .text = "three"}};
    struct check_answer a = {
        .name = "p", .verdict = LTS_VERDICT_FALSE, .at = {file, 8, 5}, .message = "m", .path = path, .path_length = 3};
    renders(&a, false,
            "t.c:8:5: error: m [cwolf]\n"
            "    8 |     return 0;\n"
            "      |     ^~~~~~\n"
            "  'main': event 1\n"
            "    |\n"
            "    |    5 |         int key = read_key();\n"
            "    |      |             ^~~\n"
            "    |      |             |\n"
            "    |      |             (1) one\n"
            "    |\n"
            "  'open_door': events 2-3\n"
            "    |\n"
            "    |    2 | void open_door(void);\n"
            "    |      |      ^~~~~~~~~~~~~~~\n"
            "    |      |      |\n"
            "    |      |      (2) two\n"
            "    | gone.c:1:1: (3) three\n"
            "    |\n",
            "a path through two functions and two files, one of them gone");
}

static void test_long_path(void)
{
    struct check_event path[60];
    struct buf out = {0};
    for (int i = 0; i < 60; i++) {
        path[i] = event(5, 5, arena_printf(unit->arena, "step %d", i), NULL);
        path[i].is_minor = i % 2;
    }
    struct check_answer a = {
        .name = "p", .verdict = LTS_VERDICT_FALSE, .at = {file, 8, 5}, .message = "m", .path = path, .path_length = 60};
    driver_print_answer(unit, &a, false, &out);
    ok(strstr(out.data, "(1) step 0\n") && strstr(out.data, "(8) step 14\n"), "a long path keeps its first events");
    ok(strstr(out.data, "  ... 11 more events ...\n") != NULL, "says how many are left out");
    ok(strstr(out.data, "(20) step 38\n") && strstr(out.data, "(31) step 59\n"),
       "and keeps the last ones, with the numbers that they have");
    ok(!strstr(out.data, "step 1\n") && !strstr(out.data, "step 37\n"), "minor events go first");
    buf_free(&out);
}

static void test_colours(void)
{
    struct check_answer a = {.name = "p", .verdict = LTS_VERDICT_FALSE, .at = {file, 8, 5}, .message = "m"};
    setenv("GCC_COLORS", "error=01;32:bogus=x", 1);
    driver_colour_init(COLOUR_ALWAYS);
    renders(&a, false,
            "\33[01m\33[Kt.c:8:5:\33[m\33[K \33[01;32m\33[Kerror:\33[m\33[K m [\33[01;32m\33[Kcwolf\33[m\33[K]\n"
            "    8 |     \33[01;32m\33[Kreturn\33[m\33[K 0;\n"
            "      |     \33[01;32m\33[K^~~~~~\33[m\33[K\n",
            "colours as GCC_COLORS says");
    setenv("GCC_COLORS", "", 1);
    driver_colour_init(COLOUR_ALWAYS);
    is(driver_colour_on(COLOUR_ERROR), "", "an empty GCC_COLORS switches them off");
    driver_colour_init(COLOUR_NEVER);
}

static void test_json(void)
{
    struct check_event path[] = {event(5, 12, "a \"quoted\" \\ text\n\x01\xff\xc3\xa9", "'a")};
    struct check_answer answers[] = {{.name = "p",
                                      .verdict = LTS_VERDICT_FALSE,
                                      .at = {file, 7, 9},
                                      .func = main_func,
                                      .message = "m",
                                      .path = path,
                                      .path_length = 1,
                                      .layer = 1},
                                     {.name = "q", .verdict = LTS_VERDICT_TRUE, .message = "holds", .layer = 2}};
    struct check_report r = {.answers = answers, .count = 2};
    struct buf out = {0};
    report_json(&(struct report){.unit = unit, .check = &r}, &out);
    is(buf_str(&out),
       "{\n  \"format\": \"cwolf-check-1\",\n  \"program\": \"door\",\n  \"answers\": [\n"
       "    {\n      \"name\": \"p\",\n      \"verdict\": \"False\",\n      \"message\": \"m\",\n"
       "      \"file\": \"t.c\",\n      \"line\": 7,\n      \"column\": 9,\n      \"function\": \"main\",\n"
       "      \"layer\": 1,\n      \"by\": null,\n      \"lacks\": [],\n      \"trace\": null,\n      \"holds\": "
       "null,\n      \"hints\": [],\n      \"path\": [\n"
       "        {\"file\": \"t.c\", \"line\": 5, \"column\": 12, \"function\": \"main\", "
       "\"text\": \"a \\\"quoted\\\" \\\\ text\\u000a\\u0001\\ufffd\xc3\xa9\", \"label\": \"'a\"}\n      ]\n    },\n"
       "    {\n      \"name\": \"q\",\n      \"verdict\": \"True\",\n      \"message\": \"holds\",\n"
       "      \"file\": null,\n      \"line\": 0,\n      \"column\": 0,\n      \"function\": null,\n"
       "      \"layer\": 2,\n      \"by\": null,\n      \"lacks\": [],\n      \"trace\": null,\n      \"holds\": "
       "null,\n      \"hints\": [],\n      \"path\": []\n"
       "    }\n  ],\n  \"chosen\": [],\n  \"runs\": 0,\n  \"model\": null\n}\n",
       "the report as JSON, whatever bytes texts hold");
    ok(check_exit_status(&r) == 1, "one False makes the exit status 1");
    answers[0].verdict = LTS_VERDICT_MAYBE;
    ok(check_exit_status(&r) == 3, "no False but a Maybe: 3");
    answers[0].verdict = LTS_VERDICT_TRUE;
    ok(check_exit_status(&r) == 0, "all True: 0");
    buf_free(&out);
}

static void uri(const char *path, const char *expected, bool is_relative)
{
    struct buf out = {0};
    bool relative = report_uri_of_file(path, &out);
    is(out.data, expected, path);
    ok(relative == is_relative, "it is %srelative", is_relative ? "" : "not ");
    buf_free(&out);
}

static void test_uris(const char *directory)
{
    struct buf base = {0}, expected = {0};
    report_uri_base(&base);
    buf_printf(&expected, "file://%s/", directory);
    is(base.data, expected.data, "the current directory as a URI");
    uri("t.c", "t.c", true);
    uri("./a//b/../t.c", "a/t.c", true);
    uri("a b%#?:\xff.c", "a%20b%25%23%3F%3A%FF.c", true);
    uri("../t.c", "file:///tmp/t.c", false);
    uri("../../../t.c", "file:///t.c", false);
    uri("/usr/./include/x.h", "file:///usr/include/x.h", false);
    expected.size = 0;
    buf_printf(&expected, "%s/sub/t.c", directory);
    uri(expected.data, "sub/t.c", true);
    expected.size = 0;
    buf_printf(&expected, "%s2/t.c", directory);
    base.size = 0;
    buf_printf(&base, "file://%s2/t.c", directory);
    uri(expected.data, base.data, false);
    buf_free(&base);
    buf_free(&expected);
}

int main(void)
{
    char directory[] = "/tmp/cwolf-t0800-XXXXXX";
    struct diag d;
    if (!mkdtemp(directory) || chdir(directory) || base_file_write("t.c", source, sizeof source - 1, &d))
        return 1;
    make_unit("t.c");
    driver_colour_init(COLOUR_NEVER);
    test_violation();
    test_maybe();
    test_without_source();
    test_functions_and_files();
    test_long_path();
    test_json();
    test_uris(directory);
    test_colours();
    driver_source_forget();
    cwi_unit_free(unit);
    unlink("t.c");
    if (chdir("/") == 0)
        rmdir(directory);
    return done();
}
