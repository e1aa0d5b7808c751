/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The first violation as a witness for the validators of the software verification competition: GraphML, format 1.0,
 * and YAML, format 2.0.
 *
 * Sources: Beyer, Dangl, Dietsch, Heizmann, Lemberger, Tautschnig, Verification witnesses, 2022; Ayaziova et al.,
 * Software verification witnesses 2.0, 2024. Invariant: what is not surely meant by an event of the path is left out: a
 * witness with fewer assumptions describes more paths, this one among them.
 */
#include <ctype.h>
#include <time.h>

#include "runtime/base/sha256.h"
#include "runtime/base/text.h"
#include "runtime/driver/report/report.h"

/* What an event of a path says. */
struct said {
    struct place at;
    const char *function;
    int branch;      /* 1 the condition is true, 0 false, -1 no branch */
    char enter[128]; /* the function called, or "" */
    bool leaves;
    char assume[160]; /* "n == 3", or "" */
    char given[128];  /* the function whose result is `result`, or "" */
    long long result;
};

static bool take_quoted(const char *text, const char *before, char *out, size_t room)
{
    size_t n = strlen(before);
    const char *end = strncmp(text, before, n) ? NULL : strchr(text + n, '\'');
    if (!end || (size_t)(end - text) - n >= room)
        return false;
    snprintf(out, room, "%.*s", (int)(end - text - (long)n), text + n);
    return true;
}

static bool is_name(const char *text)
{
    for (const char *p = text; *p; p++)
        if (!isalnum((unsigned char)*p) && *p != '_')
            return false;
    return *text && !isdigit((unsigned char)*text);
}

static struct said understand(const struct report *r, const struct check_event *e)
{
    struct said s = {.at = cwi_place_text(r->unit, e->at), .function = report_function(r->unit, e->func), .branch = -1};
    char name[128];
    size_t n = strlen(e->text);
    bool is_condition = e->text[0] == '\'' || !strncmp(e->text, "input: '", 8);
    if (take_quoted(e->text, "calls '", s.enter, sizeof s.enter) && !is_name(s.enter))
        s.enter[0] = 0;
    s.leaves = !strncmp(e->text, "returns from '", 14);
    if (is_condition && n > 8 && !strcmp(e->text + n - 8, " is true"))
        s.branch = 1;
    if (is_condition && n > 9 && !strcmp(e->text + n - 9, " is false"))
        s.branch = 0;
    char *end = NULL;
    if (s.branch < 0 && take_quoted(e->text, "input: '", name, sizeof name) && is_name(name)) {
        const char *value = e->text + strlen("input: '") + strlen(name);
        value = strncmp(value, "' is ", 5) ? "" : value + 5;
        long long number = strtoll(value, &end, 10);
        if (end > value && !*end)
            snprintf(s.assume, sizeof s.assume, "%s == %lld", name, number);
    }
    const char *gives = strstr(e->text, " gives ");
    size_t length = gives && !strncmp(e->text, "input: ", 7) ? (size_t)(gives - e->text) - 7 : 0;
    if (length && length < sizeof name) {
        snprintf(name, sizeof name, "%.*s", (int)length, e->text + 7);
        memmove(name, name + (*name == '\''), strlen(name) + (*name != '\''));
        name[strcspn(name, "'")] = 0;
        s.result = strtoll(gives + 7, &end, 10);
        if (is_name(name) && end > gives + 7 && !*end)
            snprintf(s.given, sizeof s.given, "%s", name);
    }
    return s;
}

/* A block that is lost when the program has ended is lost where main ends. */
static struct said last_of(const struct report *r, const struct check_answer *a, struct said last)
{
    cwi_id entry = check_is_at_end(a) ? cwi_find_func(r->unit, NULL, "main", NULL) : 0;
    if (!entry)
        return last;
    return (struct said){.at = cwi_place_text(r->unit, cwi_func_of(r->unit, entry)->end),
                         .function = report_function(r->unit, entry),
                         .branch = -1};
}

/* ---- the task ---------------------------------------------------------------------------------------------------- */

static const struct check_answer *first_violation(const struct report *r)
{
    if (r->violation)
        return r->violation;
    for (uint32_t i = 0; i < r->check->count; i++)
        if (r->check->answers[i].verdict == LTS_VERDICT_FALSE)
            return &r->check->answers[i];
    return NULL;
}

static const char *specification(const struct report *r, const struct check_answer *a)
{
    if (r->specification)
        return r->specification;
    const struct note *q = a->question;
    const char *logic = q->kind == NOTE_PROPERTY ? q->u.property.logic : "";
    bool is_error = !strcmp(logic, "reach-assert") ||
                    (q->kind == NOTE_PROPERTY && q->u.property.target && !strcmp(q->u.property.target, "reach_error"));
    return is_error                        ? "G ! call(reach_error())"
           : !strcmp(logic, "no-overflow") ? "G ! overflow"
           : !strcmp(logic, "memory-safe") ? "G valid-deref"
           : !strcmp(logic, "no-leak")     ? "G valid-memtrack"
                                           : a->name;
}

/* The source file in which the violation is, and its hash. */
static const char *source_of(const struct report *r, const struct check_answer *a, char hash[65])
{
    struct place at = cwi_place_text(r->unit, a->at);
    const char *name = at.file ? at.file : "unknown";
    struct buf text = {0};
    FILE *in = fopen(name, "r");
    char room[4096];
    for (size_t n; in && (n = fread(room, 1, sizeof room, in)) > 0;)
        buf_add(&text, room, n);
    if (in)
        fclose(in);
    base_sha256_text(text.data, text.size, hash);
    buf_free(&text);
    return name;
}

/* As reproducible builds want it. */
static void creation_time(char out[32])
{
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    time_t now = epoch ? (time_t)strtoll(epoch, NULL, 10) : time(NULL);
    struct tm t;
    gmtime_r(&now, &t);
    strftime(out, 32, "%Y-%m-%dT%H:%M:%SZ", &t);
}

/* ---- GraphML ----------------------------------------------------------------------------------------------------- */

static void put_escaped(struct buf *out, const char *text)
{
    for (; *text; text++) {
        const char *entity = base_xml_entity(*text);
        if (entity)
            buf_puts(out, entity);
        else
            buf_putc(out, (unsigned char)*text < 32 || (unsigned char)*text > 126 ? '?' : *text);
    }
}

static void put_data(struct buf *out, const char *key, const char *text)
{
    buf_printf(out, "      <data key=\"%s\">", key);
    put_escaped(out, text);
    buf_puts(out, "</data>\n");
}

static void put_keys(struct buf *out)
{
    static const struct {
        const char *key, *of, *type;
    } keys[] = {{"witness-type", "graph", "string"},
                {"sourcecodelang", "graph", "string"},
                {"producer", "graph", "string"},
                {"specification", "graph", "string"},
                {"programfile", "graph", "string"},
                {"programhash", "graph", "string"},
                {"architecture", "graph", "string"},
                {"creationtime", "graph", "string"},
                {"entry", "node", "boolean"},
                {"violation", "node", "boolean"},
                {"startline", "edge", "int"},
                {"control", "edge", "string"},
                {"enterFunction", "edge", "string"},
                {"returnFromFunction", "edge", "string"},
                {"assumption", "edge", "string"},
                {"assumption.scope", "edge", "string"},
                {"assumption.resultfunction", "edge", "string"}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        buf_printf(out, "  <key id=\"%s\" attr.name=\"%s\" for=\"%s\" attr.type=\"%s\"/>\n", keys[i].key, keys[i].key,
                   keys[i].of, keys[i].type);
}

static void put_edge(struct buf *out, uint32_t i, const struct said *s)
{
    char line[16];
    buf_printf(out, "    <edge source=\"N%u\" target=\"N%u\">\n", i, i + 1);
    snprintf(line, sizeof line, "%u", s->at.line);
    if (s->at.line)
        put_data(out, "startline", line);
    if (s->branch >= 0)
        put_data(out, "control", s->branch ? "condition-true" : "condition-false");
    if (*s->enter)
        put_data(out, "enterFunction", s->enter);
    if (s->leaves && s->function)
        put_data(out, "returnFromFunction", s->function);
    if (*s->assume) {
        char with_end[170];
        snprintf(with_end, sizeof with_end, "%s;", s->assume);
        put_data(out, "assumption", with_end);
        put_data(out, "assumption.scope", s->function ? s->function : "main");
    }
    if (*s->given) {
        char text[64];
        snprintf(text, sizeof text, "\\result == %lld;", s->result);
        put_data(out, "assumption", text);
        put_data(out, "assumption.scope", s->function ? s->function : "main");
        put_data(out, "assumption.resultfunction", s->given);
    }
    buf_puts(out, "    </edge>\n");
}

static void put_node(struct buf *out, uint32_t i, const char *key)
{
    buf_printf(out, "    <node id=\"N%u\">\n", i);
    if (key)
        put_data(out, key, "true");
    buf_puts(out, "    </node>\n");
}

void report_graphml(const struct report *r, struct buf *out)
{
    const struct check_answer *a = first_violation(r);
    char hash[65], when[32], spec[512];
    if (!a)
        return;
    const char *file = source_of(r, a, hash);
    creation_time(when);
    snprintf(spec, sizeof spec, "CHECK( init(main()), LTL(%s) )", specification(r, a));
    buf_puts(out,
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n");
    put_keys(out);
    buf_puts(out, "  <graph edgedefault=\"directed\">\n");
    put_data(out, "witness-type", "violation_witness");
    put_data(out, "sourcecodelang", "C");
    put_data(out, "producer", "C Wolf " CWOLF_VERSION);
    put_data(out, "specification", spec);
    put_data(out, "programfile", file);
    put_data(out, "programhash", hash);
    put_data(out, "architecture", r->unit->pointer_bits == 64 ? "64bit" : "32bit");
    put_data(out, "creationtime", when);
    put_node(out, 0, a->path_length ? "entry" : "violation");
    for (uint32_t i = 0; i < a->path_length; i++) {
        struct said s = understand(r, &a->path[i]);
        if (i + 1 == a->path_length)
            s = check_is_at_end(a) ? (struct said){.branch = -1} : s;
        put_node(out, i + 1, i + 1 == a->path_length ? "violation" : NULL);
        put_edge(out, i, &s);
    }
    buf_puts(out, "  </graph>\n</graphml>\n");
}

/* ---- YAML -------------------------------------------------------------------------------------------------------- */

static void put_yaml(struct buf *out, const char *text)
{
    buf_putc(out, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            buf_putc(out, '\\');
        buf_putc(out, (unsigned char)*text < 32 || (unsigned char)*text > 126 ? '?' : *text);
    }
    buf_putc(out, '"');
}

static void put_waypoint(struct buf *out, const struct said *s, const char *type, const char *value, const char *format)
{
    buf_printf(out, "    - segment:\n        - waypoint:\n            type: %s\n            action: follow\n", type);
    if (value) {
        buf_puts(out, "            constraint:\n              value: ");
        put_yaml(out, value);
        if (format)
            buf_printf(out, "\n              format: %s", format);
        buf_putc(out, '\n');
    }
    buf_puts(out, "            location:\n              file_name: ");
    put_yaml(out, s->at.file ? s->at.file : "unknown");
    buf_printf(out, "\n              line: %u\n", s->at.line);
    if (s->function) {
        buf_puts(out, "              function: ");
        put_yaml(out, s->function);
        buf_putc(out, '\n');
    }
}

static void put_metadata(const struct report *r, const struct check_answer *a, struct buf *out)
{
    char hash[65], when[32];
    const char *file = source_of(r, a, hash);
    creation_time(when);
    buf_printf(out,
               "- entry_type: violation_sequence\n  metadata:\n    format_version: \"2.0\"\n    uuid: "
               "\"%.8s-%.4s-4%.3s-8%.3s-%.12s\"\n",
               hash, hash + 8, hash + 12, hash + 15, hash + 18);
    buf_printf(out, "    creation_time: \"%s\"\n    producer:\n      name: C Wolf\n      version: \"%s\"\n", when,
               CWOLF_VERSION);
    buf_puts(out, "    task:\n      input_files:\n        - ");
    put_yaml(out, file);
    buf_puts(out, "\n      input_file_hashes:\n        ");
    put_yaml(out, file);
    buf_printf(out, ": \"%s\"\n      specification: ", hash);
    put_yaml(out, specification(r, a));
    buf_printf(out, "\n      data_model: %s\n      language: C\n", r->unit->pointer_bits == 64 ? "LP64" : "ILP32");
}

/* One of several operands of a condition says nothing about the statement's whole condition. */
static bool is_alone(const struct check_answer *a, uint32_t i, const struct report *r)
{
    struct said s = understand(r, &a->path[i]);
    for (int d = -1; d <= 1; d += 2) {
        if ((!i && d < 0) || i + (uint32_t)d >= a->path_length)
            continue;
        struct said other = understand(r, &a->path[(uint32_t)((int64_t)i + d)]);
        if (other.branch >= 0 && other.at.line == s.at.line)
            return false;
    }
    return true;
}

void report_yaml(const struct report *r, struct buf *out)
{
    const struct check_answer *a = first_violation(r);
    if (!a)
        return;
    put_metadata(r, a, out);
    buf_puts(out, "  content:\n");
    for (uint32_t i = 0; i + 1 < a->path_length; i++) {
        struct said s = understand(r, &a->path[i]), next = understand(r, &a->path[i + 1]);
        if (s.at.line && s.branch >= 0 && is_alone(a, i, r))
            put_waypoint(out, &s, "branching", s.branch ? "true" : "false", NULL);
        char result[64];
        snprintf(result, sizeof result, "\\result == %lld", s.result);
        if (*s.given && s.at.line)
            put_waypoint(out, &s, "function_return", result, "ext_c_expression");
        /* an assumption is made where the statement behind the input stands */
        bool is_next = s.function && next.function && !strcmp(s.function, next.function) && next.at.line > s.at.line;
        if (*s.assume && is_next)
            put_waypoint(out, &next, "assumption", s.assume, "c_expression");
    }
    struct said last = last_of(
        r, a, (struct said){.at = cwi_place_text(r->unit, a->at), .function = report_function(r->unit, a->func)});
    put_waypoint(out, &last, "target", NULL, NULL);
}
