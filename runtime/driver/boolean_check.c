/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * `cwolf check FILE.bp`: questions about a Boolean program. Verdict lines go to standard output, traces to standard
 * error.
 */
#include "runtime/driver/boolean_check.h"

bool driver_boolean_is_named(const char *path)
{
    size_t n = strlen(path);
    return n > 3 && !strcmp(path + n - 3, ".bp");
}

static enum status load(struct arena *a, const char *path, struct bool_program **out, struct diag *d)
{
    struct buf text = {0};
    enum status st = base_file_read(path, &text, BOOL_LARGEST_TEXT, d);
    if (!st)
        st = bool_parse(a, path, buf_str(&text), text.size, out, d);
    buf_free(&text);
    return st;
}

/* One step as a note, what it changed behind it. Jumps that nobody wrote are left out. */
static void print_step(const struct bool_program *p, const struct bool_answer *a, size_t index, struct buf *out)
{
    static const char *const words[] = {[BOOL_STEP_START] = " begins",
                                        [BOOL_STEP] = "",
                                        [BOOL_STEP_CALL] = " enters ",
                                        [BOOL_STEP_RETURN] = " returns to "};
    const struct bool_step *s = &a->steps[index];
    struct buf text = {0}, changes = {0};
    if (s->stmt && s->stmt->kind == BOOL_GOTO && !s->stmt->targets[0].name)
        return;
    uint32_t depth = s->depth + (s->kind == BOOL_STEP_RETURN) - (s->kind == BOOL_STEP_CALL && s->depth);
    buf_printf(&text, "%*s", (int)(depth > 40 ? 80 : 2 * depth), "");
    if (s->kind == BOOL_STEP_START)
        bool_print_name(s->proc->name, &text);
    else if (s->stmt->implied)
        buf_puts(&text, "end");
    else
        bool_print_stmt(p, s->stmt, &text);
    buf_puts(&text, words[s->kind]);
    if (s->kind == BOOL_STEP_CALL || s->kind == BOOL_STEP_RETURN)
        bool_print_name(s->proc->name, &text);
    bool_print_changes(p, a->steps, index, &changes);
    if (changes.size)
        buf_printf(&text, " [%s]", changes.data);
    driver_put_message(out, s->stmt ? s->stmt->at : s->proc->at, DIAG_NOTE, text.data);
    buf_putc(out, '\n');
    buf_free(&text);
    buf_free(&changes);
}

static void print_trace(const struct bool_program *p, const struct bool_question *q, const struct bool_answer *a,
                        struct buf *out)
{
    driver_put_message(out, a->reached->at, DIAG_ERROR, q->asserts ? "the assert can fail" : "this is reached");
    buf_puts(out, " [cwolf]\n");
    if (a->cut)
        buf_puts(out, a->count ? "  the trace is longer: its beginning is left out\n"
                               : "  there is no trace: the budget is exhausted, or states were joined\n");
    for (size_t i = 0; i < a->count; i++)
        print_step(p, a, i, out);
}

static int report(const struct bool_program *p, const struct bool_question *questions, size_t count,
                  const struct bool_result *r)
{
    static const char *const verdicts[] = {[BOOL_NO] = "False", [BOOL_MAYBE] = "Maybe", [BOOL_YES] = "True"};
    struct buf lines = {0}, traces = {0};
    bool violated = false, open = false;
    for (size_t i = 0; i < count; i++) {
        const struct bool_answer *a = &r->answers[i];
        buf_printf(&lines, "%s %s\n", verdicts[a->verdict], questions[i].name);
        violated |= a->verdict == BOOL_NO;
        open |= a->verdict == BOOL_MAYBE;
        if (a->verdict == BOOL_NO)
            print_trace(p, &questions[i], a, &traces);
    }
    if (open)
        driver_say_diag(&r->why);
    fwrite(buf_str(&traces), 1, traces.size, stderr);
    int status = driver_write_output(NULL, &lines);
    buf_free(&lines);
    buf_free(&traces);
    return status ? status : violated ? EX_VIOLATED : open ? EX_MAYBE : EX_HOLDS;
}

int driver_boolean_check(const char *path, const char *const *formulas, size_t count, const struct bool_options *o)
{
    static const char *const usual[] = {"assert"};
    struct arena *a = arena_new();
    struct bool_program *p = NULL;
    struct bool_result r;
    struct diag d = {0};
    if (!count)
        formulas = usual, count = 1;
    struct bool_question *questions = ARENA_ARRAY(a, struct bool_question, count);
    enum status st = load(a, path, &p, &d);
    for (size_t i = 0; !st && i < count; i++)
        st = bool_parse_question(a, p, formulas[i], &questions[i], &d);
    if (!st)
        st = bool_check(a, p, questions, count, o, &r, &d);
    driver_watch_wipe();
    int status = st ? driver_say_failure(st, &d) : report(p, questions, count, &r);
    arena_free(a);
    return status;
}
