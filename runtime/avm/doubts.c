/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a run assumes not to happen because it cannot tell: accesses outside of objects, divisions by zero, signed
 * overflow, functions elsewhere that abort. Each expression is counted once; where it stands is looked up at the end.
 */
#include "runtime/avm/memory/memory.h"
#include "prepare.h"
#include "report.h"
#include "step.h"

const struct trap avm_trap_bounds = {"an access outside of its object", AVM_DOUBT_BOUNDS},
                  avm_trap_null = {"a null pointer is followed", AVM_DOUBT_NULL},
                  avm_trap_null_argument = {"a null pointer is handed to a function that follows it", AVM_DOUBT_NULL},
                  avm_trap_dead = {"memory is used that was freed, or left by its function", AVM_DOUBT_DEAD},
                  avm_trap_free = {"what is freed is no block of the heap", AVM_DOUBT_FREE},
                  avm_trap_twice = {"a block is freed that was freed before", AVM_DOUBT_TWICE},
                  avm_trap_constant = {"a constant is written", AVM_DOUBT_BOUNDS},
                  avm_trap_string = {"a string does not end inside of its object", AVM_DOUBT_BOUNDS},
                  avm_trap_quotient = {"a quotient that its type does not have", AVM_DOUBT_QUOTIENT},
                  avm_trap_length = {"an array of variable length gets no element, or fewer", AVM_DOUBT_BOUNDS},
                  avm_trap_overlap = {"what is copied and where it is copied to overlap", AVM_DOUBT_BOUNDS},
                  avm_trap_division = {"a division by zero", AVM_DOUBT_DIVISION};

bool avm_is_excused(const struct avm *m, struct cwi_place at)
{
    for (uint32_t i = 0; i < m->cfg.excused_count; i++)
        if (cwi_same_place(m->cfg.excused[i], at))
            return true;
    return false;
}

/* ---- doubts ------------------------------------------------------------------------------------------------------ */

/* A transition of its own, beside what follows when there is no error. */
static void observe(struct avm *m, struct work *s, uint32_t pc, const struct cwi_stmt *stmt, const struct cwi_expr *e,
                    const char *why)
{
    const struct cwi_stmt *told = stmt ? stmt : s->stmt;
    m->doubted++;
    if (!m->is_stepping || m->in_note || avm_give_up(m) || (told && avm_is_excused(m, told->at)))
        return;
    struct work *f = avm_fork(m, s);
    f->partial = pc >= PC_POSSIBLE || s->was_partial;
    f->stmt = told;
    f->blame = e;
    avm_emit_error(m, f, pc, why);
    avm_drop(m, f);
}

void avm_suspect(struct avm *m, struct work *s, enum avm_doubt_kind kind, const struct cwi_stmt *stmt, const char *why)
{
    if (avm_asks(m, kind))
        observe(m, s, PC_POSSIBLE + kind, stmt, NULL, why);
}

void avm_doubt_alone(struct avm *m, struct work *s, enum avm_doubt_kind kind, const struct cwi_expr *e, bool surely)
{
    static const char *const possible[AVM_ASSUMED] = {
        "an access may be outside of its object", "a division may be by zero", "signed arithmetic may overflow",
        "a quotient may be none that its type has", "what is freed may be no block of the heap, or was freed before"};
    uint64_t key = avm_doubt_key(kind, e);
    uint32_t known;
    m->doubted++;
    if (m->in_note)
        return;
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

/* Errors that are asked about alone each have a state of their own. */
static void observe_parts(struct avm *m, struct work *s, uint32_t parts, const struct cwi_expr *e)
{
    static const struct {
        enum avm_doubt_kind kind;
        const char *why;
    } rows[] = {{AVM_DOUBT_NULL, "a null pointer may be followed"},
                {AVM_DOUBT_DEAD, "memory may be used that was freed, or left by its function"},
                {AVM_DOUBT_TWICE, "what is freed may have been freed before"}};
    const struct located *at = m->tells_parts ? avm_where(m, e) : NULL;
    for (size_t i = 0; m->tells_parts && i < sizeof rows / sizeof *rows; i++)
        if (parts >> rows[i].kind & 1 && avm_asks(m, rows[i].kind))
            observe(m, s, PC_POSSIBLE + rows[i].kind, at ? at->stmt : NULL, e, rows[i].why);
}

void avm_doubt(struct avm *m, struct work *s, enum avm_doubt_kind kind, const struct cwi_expr *e, bool surely)
{
    uint32_t parts = kind == AVM_DOUBT_BOUNDS ? AVM_ACCESS_PARTS : kind == AVM_DOUBT_FREE ? 1u << AVM_DOUBT_TWICE : 0;
    observe_parts(m, s, parts, e);
    avm_doubt_alone(m, s, kind, e, surely);
}

/* ---- which errors of a pointer ----------------------------------------------------------------------------------- */

/* Null may be among what it is; its object may have come to its end. */
static uint32_t parts_of(struct avm *m, struct work *s, vs p)
{
    size_t targets = p <= VS_TOP ? SIZE_MAX : vs_ptr_targets(m->pool, p);
    uint32_t parts = 0, all = AVM_ACCESS_PARTS | 1u << AVM_DOUBT_TWICE;
    if (targets == SIZE_MAX)
        return all;
    for (size_t i = 0; i < targets; i++) {
        uint32_t object = vs_ptr_object(m->pool, p, i);
        if (object == VS_ABSOLUTE)
            parts |= vs_ptr_offsets(m->pool, p, i) == vs_small(0) ? 1u << AVM_DOUBT_NULL : all;
        else if (avm_may_be_gone(m, s, object))
            parts |= 1u << AVM_DOUBT_DEAD | 1u << AVM_DOUBT_TWICE;
    }
    return parts;
}

void avm_doubt_access(struct avm *m, struct work *s, vs pointer, const struct cwi_expr *e)
{
    if (m->tells_parts)
        observe_parts(m, s, parts_of(m, s, pointer) & AVM_ACCESS_PARTS, e);
    avm_doubt_alone(m, s, AVM_DOUBT_BOUNDS, e, false);
}

void avm_doubt_null(struct avm *m, struct work *s, const struct cwi_expr *e)
{
    observe_parts(m, s, 1u << AVM_DOUBT_NULL, e);
    avm_doubt_alone(m, s, AVM_DOUBT_BOUNDS, e, false);
}

void avm_doubt_free(struct avm *m, struct work *s, vs pointer, const struct cwi_expr *e)
{
    if (m->tells_parts)
        observe_parts(m, s, parts_of(m, s, pointer) & 1u << AVM_DOUBT_TWICE, e);
    avm_doubt_alone(m, s, AVM_DOUBT_FREE, e, false);
}

/* ---- the report -------------------------------------------------------------------------------------------------- */

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
