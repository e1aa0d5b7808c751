/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which questions are open, what each still lacks, and the answers that are asked once more.
 */
#include "runtime/check/private.h"

static bool is_decided(const struct asked *q)
{
    return q->answer->verdict != LTS_VERDICT_MAYBE;
}

bool check_session_is_open(const struct asked *q, cwi_id entry)
{
    return q->entry == entry && !is_decided(q);
}

void check_session_prove(struct asked *q, int layer, const char *how, const char *by)
{
    struct check_answer *x = q->answer;
    *x = (struct check_answer){.name = x->name,
                               .question = x->question,
                               .verdict = LTS_VERDICT_TRUE,
                               .at = x->question->src,
                               .func = x->question->func,
                               .message = how,
                               .layer = layer,
                               .by = by};
    q->is_assumed = false;
    q->is_complete = true;
}

void check_session_lacks(struct session *s, struct asked *q, const char *layer, const char *why)
{
    int i = 0;
    while (i < MOST_LAYERS && q->lacks[i].layer && strcmp(q->lacks[i].layer, layer) != 0)
        i++;
    if (i < MOST_LAYERS)
        q->lacks[i] = (struct lack){layer, arena_str(s->report->arena, why)};
}

void check_session_lack_all(struct session *s, cwi_id entry, bool (*is_kind)(const struct asked *q), const char *layer,
                            const char *why)
{
    for (size_t i = 0; i < s->asked.count; i++)
        if (check_session_is_open(&s->asked.items[i], entry) && (!is_kind || is_kind(&s->asked.items[i])))
            check_session_lacks(s, &s->asked.items[i], layer, why);
}

uint32_t check_session_open_count(const struct session *s, cwi_id entry)
{
    uint32_t n = 0;
    for (size_t i = 0; i < s->asked.count; i++)
        n += check_session_is_open(&s->asked.items[i], entry);
    return n;
}

bool check_session_only_doubts(const struct session *s)
{
    bool any = false;
    for (size_t i = 0; i < s->asked.count; i++) {
        const struct asked *q = &s->asked.items[i];
        if (!is_decided(q) && !q->is_assumed && q->entry == s->prepared_for)
            return false;
        any |= q->is_assumed;
    }
    return any;
}

bool check_session_asks(const struct session *s, cwi_id entry, const char *logic)
{
    for (size_t i = 0; i < s->asked.count; i++)
        if (check_session_is_open(&s->asked.items[i], entry) && s->asked.items[i].note->kind == NOTE_PROPERTY &&
            !strcmp(s->asked.items[i].note->u.property.logic, logic))
            return true;
    return false;
}

/* ---- answers in doubt -------------------------------------------------------------------------------------------- */

static bool may_be_undefined(const struct avm_model *m)
{
    for (uint32_t i = 0; i < m->doubt_count; i++)
        if (m->doubts[i].kind == AVM_DOUBT_BOUNDS || m->doubts[i].kind == AVM_DOUBT_DIVISION)
            return true;
    return false;
}

void check_session_doubt(struct session *s, cwi_id entry, const struct avm_model *m)
{
    bool any = false;
    for (size_t i = 0; i < s->asked.count && may_be_undefined(m) && s->options->automatic && !s->options->layer; i++) {
        struct asked *q = &s->asked.items[i];
        if (q->entry != entry || !q->was_open || q->is_assumed || q->answer->verdict != LTS_VERDICT_TRUE)
            continue;
        q->is_assumed = any = true;
        q->assumed = *q->answer;
        q->answer->verdict = LTS_VERDICT_MAYBE;
    }
    if (any)
        check_assumed_add(&s->doubted, s->report->arena, m);
}

void check_session_settle_doubts(struct session *s, cwi_id entry)
{
    bool any = false;
    for (size_t i = 0; i < s->asked.count; i++) {
        struct asked *q = &s->asked.items[i];
        if (q->entry == entry && q->is_assumed && !is_decided(q)) {
            *q->answer = q->assumed;
            any = true;
        }
        q->is_assumed &= q->entry != entry;
    }
    if (any)
        check_assumed_join(&s->assumed, &s->doubted);
}
