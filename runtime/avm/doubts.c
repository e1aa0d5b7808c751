/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a run assumes not to happen because it cannot tell: accesses outside of objects, divisions by zero, signed
 * overflow, functions elsewhere that abort. Each expression is counted once; where it stands is looked up at the end.
 */
#include "step.h"

const struct trap avm_trap_bounds = {"an access outside of its object", AVM_DOUBT_BOUNDS},
                  avm_trap_null = {"a null pointer is followed", AVM_DOUBT_BOUNDS},
                  avm_trap_null_argument = {"a null pointer is handed to a function that follows it", AVM_DOUBT_BOUNDS},
                  avm_trap_dead = {"memory is used that was freed, or left by its function", AVM_DOUBT_BOUNDS},
                  avm_trap_free = {"what is freed is no block of the heap, or was freed before", AVM_DOUBT_FREE},
                  avm_trap_constant = {"a constant is written", AVM_DOUBT_BOUNDS},
                  avm_trap_string = {"a string does not end inside of its object", AVM_DOUBT_BOUNDS},
                  avm_trap_quotient = {"a quotient that its type does not have", AVM_DOUBT_QUOTIENT},
                  avm_trap_length = {"an array of variable length gets no element, or fewer", AVM_DOUBT_BOUNDS},
                  avm_trap_overlap = {"what is copied and where it is copied to overlap", AVM_DOUBT_BOUNDS},
                  avm_trap_division = {"a division by zero", AVM_DOUBT_DIVISION};

/* ---- doubts ------------------------------------------------------------------------------------------------------ */

/* A transition of its own, beside what follows when there is no error. */
static void observe(struct avm *m, struct work *s, uint32_t pc, const struct cwi_stmt *stmt, const struct cwi_expr *e,
                    const char *why)
{
    if (!m->is_stepping || avm_give_up(m))
        return;
    struct work *f = avm_fork(m, s);
    f->partial = pc >= PC_POSSIBLE || s->was_partial;
    f->stmt = stmt ? stmt : s->stmt;
    f->blame = e;
    avm_emit_error(m, f, pc, why);
    avm_drop(m, f);
}

void avm_suspect(struct avm *m, struct work *s, enum avm_doubt_kind kind, const struct cwi_stmt *stmt, const char *why)
{
    if (avm_asks(m, kind))
        observe(m, s, PC_POSSIBLE + kind, stmt, NULL, why);
}

void avm_doubt(struct avm *m, struct work *s, enum avm_doubt_kind kind, const struct cwi_expr *e, bool surely)
{
    static const char *const possible[AVM_ASSUMED] = {
        "an access may be outside of its object", "a division may be by zero", "signed arithmetic may overflow",
        "a quotient may be none that its type has", "what is freed may be no block of the heap, or was freed before"};
    uint64_t key = avm_doubt_key(kind, e);
    uint32_t known;
    if (avm_asks(m, kind)) {
        const struct located *at = avm_where(m, e);
        observe(m, s, surely ? PC_SURE + kind : PC_POSSIBLE + kind, at ? at->stmt : NULL, e,
                surely ? "signed arithmetic overflows" : possible[kind]);
    }
    if (!e || key == m->last_doubt || base_map64_get(&m->doubt_of, key, &known))
        return;
    m->last_doubt = key;
    base_map64_put(&m->doubt_of, key, (uint32_t)m->doubts.count);
    vec_push(&m->doubts, ((struct avm_doubt){.kind = kind, .expr = e}));
}

/* Annotations are evaluated too: what is found in no statement is no doubt about the program. */
void avm_report_doubts(struct avm *m)
{
    struct avm_model *out = m->model;
    const char *texts[AVM_DOUBTS];
    out->doubts = ARENA_ARRAY(m->arena, struct avm_doubt, m->doubts.count);
    for (size_t i = 0; i < m->doubts.count; i++) {
        struct avm_doubt *doubt = &m->doubts.items[i];
        const struct located *at = avm_where(m, doubt->expr);
        if (!at)
            continue;
        doubt->at = at->stmt->at;
        out->doubts[out->doubt_count++] = *doubt;
        if (doubt->kind == AVM_DOUBT_OVERFLOW && cwi_func_of(m->u, at->func)->is_trapping)
            m->model->unseen = "signed arithmetic may overflow, which ends what was compiled with -ftrapv";
    }
    out->doubt_lines = avm_doubt_texts(m->arena, m->u, out->doubts, out->doubt_count, m->cfg.unbounded, texts);
    for (uint32_t i = 0; i < out->doubt_lines; i++)
        vec_push(&m->assumptions, texts[i]);
}

/* ---- words ------------------------------------------------------------------------------------------------------- */

static bool is_before(struct cwi_place a, struct cwi_place b)
{
    return a.file != b.file ? a.file < b.file : a.line != b.line ? a.line < b.line : a.col < b.col;
}

uint32_t avm_doubt_texts(struct arena *a, const struct cwi_unit *u, const struct avm_doubt *doubts, size_t count,
                         bool unbounded, const char *texts[AVM_DOUBTS])
{
    static const char *const one[] = {"access stays in bounds",
                                      "division is not by zero",
                                      "signed operation wraps around",
                                      "quotient is one that its type has",
                                      "block is freed only once, and not used afterwards",
                                      "call of a function without a body does not abort"};
    static const char *const many[] = {"accesses stay in bounds",
                                       "divisions are not by zero",
                                       "signed operations wrap around",
                                       "quotients are those that their types have",
                                       "blocks are freed only once, and not used afterwards",
                                       "calls of functions without a body do not abort"};
    uint32_t n = 0;
    for (int kind = 0; kind < AVM_ASSUMED; kind++) {
        struct cwi_place first = {0};
        unsigned found = 0;
        for (size_t i = 0; i < count; i++) {
            if ((int)doubts[i].kind != kind)
                continue;
            if (!found++ || is_before(doubts[i].at, first))
                first = doubts[i].at;
        }
        struct place at = cwi_place_text(u, first);
        if (!found && kind == AVM_DOUBT_OVERFLOW)
            texts[n++] = unbounded ? "integers are unbounded: what holds on a machine is not said"
                                   : "signed arithmetic wraps around";
        else if (found)
            texts[n++] = arena_printf(a, "%u %s (%s%s:%u)", found, found == 1 ? one[kind] : many[kind],
                                      found == 1 ? "" : "first ", at.file ? at.file : "?", at.line);
    }
    return n;
}
