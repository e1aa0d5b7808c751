/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * `cwolf lts check`: whether a system satisfies formulas.
 */
#include "lts_command.h"

#include "runtime/logic/logic.h"

/* All questions are parsed before anything is read. */
static int parse_questions(const struct lts_options *o, struct logic_question **out)
{
    for (int i = 1; i < o->count; i++) {
        struct diag d = {0};
        const char *file = arena_printf(o->arena, "question %d", i);
        enum status st = logic_parse(o->arena, file, o->files[i], &out[i - 1], &d);
        if (st != ST_OK)
            return driver_say_failure(st, &d);
    }
    return EX_HOLDS;
}

/* A limit leaves this question open, and the others to be answered. */
static int answer_question(const struct lts_options *o, const struct lts *l, const struct logic_question *q,
                           struct buf *out)
{
    static const char *const words[] = {"False", "Maybe", "True"}; /* as in enum lts_verdict */
    static const int statuses[] = {EX_VIOLATED, EX_MAYBE, EX_HOLDS};
    struct diag d = {0};
    struct logic_answer a;
    struct lts_control control = driver_lts_watch(o);
    struct logic_options how = {.explain_true = o->explain, .control = &control, .notes = driver_say_sink()};
    enum status st = logic_check(o->arena, l, q, &how, &a, &d);
    driver_watch_wipe();
    if (st == ST_LIMIT)
        driver_say_diag(&d);
    else if (st != ST_OK)
        return driver_say_failure(st, &d);
    if (a.is_vacuous)
        driver_say(DIAG_WARNING, "'%s': %s", q->name, logic_no_fair_path);
    buf_printf(out, "%s %s\n", words[a.verdict], q->name);
    logic_steps_text(l, a.steps, a.count, out);
    return statuses[a.verdict];
}

int driver_lts_check(const struct lts_options *o)
{
    struct logic_question **questions = ARENA_ARRAY(o->arena, struct logic_question *, o->count);
    struct lts *l = NULL;
    struct buf text = {0};
    bool violated = false, open = false;
    int status = parse_questions(o, questions);
    if (!status)
        status = driver_lts_load_edited(o, &l);
    if (status)
        return status;
    for (int i = 1; !status && i < o->count; i++) {
        size_t before = text.size;
        int answer = answer_question(o, l, questions[i - 1], &text);
        violated |= answer == EX_VIOLATED;
        open |= answer == EX_MAYBE;
        status = text.size == before ? answer : EX_HOLDS; /* there is no answer */
    }
    if (text.size) {
        int written = driver_lts_put(o, &text);
        status = written ? written : status;
    }
    buf_free(&text);
    lts_free(l);
    return status ? status : violated ? EX_VIOLATED : open ? EX_MAYBE : EX_HOLDS;
}
