/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * check, private: verdicts on graphs, paths in words. check.c puts them together.
 */
#ifndef CWOLF_CHECK_PRIVATE_H
#define CWOLF_CHECK_PRIVATE_H

#include "runtime/check/check.h"
#include "runtime/check/choices.h"
#include "runtime/predicates/predicates.h"

/* ---- verdicts on graphs (verdict.c) ------------------------------------------------------------------------------ */

/* What a graph says about one proposition that marks violating states. */
struct graph_verdict {
    enum lts_verdict verdict;
    struct graph_path
        path;       /* shortest: over must transitions to a certain violation (False), else to a possible one (Maybe) */
    uint32_t state; /* where it ends; LTS_NONE without a path */
};
/* False needs a certain violation reached over must transitions, and stands in every graph; True needs a complete graph
 * in which no violation, possible or certain, is reachable. */
void check_graph_judge(struct arena *a, const struct lts *l, uint32_t prop, bool complete, struct graph_verdict *out);

/* A shortest path to a state that can be reached. */
struct graph_path check_graph_path_to(struct arena *a, const struct lts *l, uint32_t state);
/* A shortest silent path from state `from` to `to`; false when there is none. */
bool check_graph_silent_path(struct arena *a, const struct lts *l, uint32_t from, uint32_t to, struct graph_path *out);

/* ---- paths in words (events.c) ----------------------------------------------------------------------------------- */

struct event_list {
    struct arena *arena; /* the events' texts live here, not in the model */
    struct VEC(struct check_event) list;
};
/* Appends what there is to tell about the steps of a path; *at and *func become the last place known on it. */
void check_events_of_path(const struct avm_model *m, const struct graph_path *p, struct event_list *out,
                          struct cwi_place *at, cwi_id *func);

/* ---- what a path decides (route.c) ------------------------------------------------------------------------------- */

/* What a run has to decide to follow the path; in the arena. */
const struct check_route *check_route_of_path(struct arena *a, const struct avm_model *m, const struct graph_path *p);

/* ---- a check (check.c, engine_run.c) ----------------------------------------------------------------------------- */

/* A question in a temporal logic, read (temporal.c): the formula, and the C conditions in it, each an invariant whose
 * name is its text. */
struct logic_question;
struct refused {
    const char *text, *why;
};
struct temporal {
    struct logic_question *question;
    struct VEC(const struct note *) conditions; /* their names are marked: not what they print as */
    struct VEC(struct refused) refused;         /* what stands in quotes and is none */
};
enum { MOST_LAYERS = 13 };
/* One question on its way to an answer. */
struct asked {
    const struct note *note;
    struct temporal temporal; /* of a question in such a logic */
    struct lts *design;       /* of a spec */
    cwi_id entry;
    bool is_complete;  /* the answer comes from a complete run */
    bool is_candidate; /* it stands unless a function that may run at any moment has something to say */
    bool was_open;     /* before the run that is going on */
    bool is_assumed;   /* `assumed` is True, as far as accesses stay in bounds; a finer run may show that they do not */
    struct check_answer assumed;
    struct check_answer *answer;
    struct graph_path path; /* in the graph of the last run */
    struct check_run {      /* the run that shows it, if one does */
        const int64_t *inputs;
        uint32_t count;
        bool in_world; /* its inputs are a command line, and what the system does */
    } run;
    struct lack {
        const char *layer, *why;
    } lacks[MOST_LAYERS]; /* of the layers that left it open; NULL: fewer were tried */
};
/* What a run holds. */
enum run_kind {
    RUN_MAPS,  /* what its layer says, and what was chosen */
    RUN_FAR,   /* everything, exactly, as long as that stays small; states in between are not kept, so that it can say
                * True and no more */
    RUN_EXACT, /* everything, exactly, and every state */
    RUN_KEYED, /* what notes track, joined where the keys agree: it can say True and no more */
    RUN_TRIAL  /* likewise with inputs that are chosen: it can say False and no more */
};
struct session {
    struct cwi_unit *program;
    const struct notes *given;
    const struct check_options *options;
    struct budget budget; /* the options', if they have one */
    struct check_report *report;
    struct choices choices;
    struct VEC(struct asked) asked;
    struct avm_program *prepared;
    cwi_id prepared_for; /* the entry */
    uint64_t states_left;
    struct VEC(const struct cwi_expr *) blamed; /* by the paths of functions that may run at any moment */
    struct assumed {                            /* by the runs that verdicts come from */
        struct VEC(const char *) texts;
        struct VEC(struct avm_doubt) doubts;
        struct map64 known;  /* doubts by expression and kind */
    } assumed, doubted;      /* doubted: by those that are asked once more */
    enum run_kind kind;      /* of the run */
    bool adds_little;        /* rounds track one more thing each */
    bool is_bare;            /* nothing that was chosen is used */
    bool leaves_out;         /* exact states, but for what is in left_out */
    uint64_t most_states;    /* of the run, if not 0 */
    bool relates;            /* it knows which cells hold one unknown value */
    bool keeps_all;          /* RUN_KEYED: what no note names is tracked, too */
    bool joins_by_place;     /* it joins the states of a place, whatever calls led there */
    bool summarises;         /* it enters functions once for each state of what they see */
    bool is_cut[2], is_long; /* exact states, related ones: there were too many; a large part of the time is theirs */
    bool is_short;           /* the run stops early: predicates are tried before it is done in full */
    uint64_t trial;          /* its number */
    bool asks_contracts;     /* and nothing else: they are compiled into the program */
    struct VEC(const struct note *) left_out; /* variables, and how they are kept instead */
    struct VEC(const struct note *) found;    /* predicates and variables left out, where they decided something */
    const char *ended; /* the budget ended while there was nothing to answer from: in words; else NULL */
};
/* All questions, each with an answer that says that nothing is known yet. Fails at one that cannot be asked. */
enum status check_session_ask_all(struct session *s, struct diag *d);
bool check_session_is_open(const struct asked *q, cwi_id entry);
/* Some open question is a property of this logic. */
bool check_session_asks(const struct session *s, cwi_id entry, const char *logic);
uint32_t check_session_open_count(const struct session *s, cwi_id entry);
/* Nothing is open but what is True already, as far as accesses stay in bounds. */
bool check_session_only_doubts(const struct session *s);
/* A True of the run that rests on accesses that may be undefined is asked once more: a finer run may find one that
 * surely is. */
void check_session_doubt(struct session *s, cwi_id entry, const struct avm_model *m);
/* Gives such questions their True, unless a run showed that something undefined happens. */
void check_session_settle_doubts(struct session *s, cwi_id entry);
/* The question is True: how, which may be NULL, and by what. */
void check_session_prove(struct asked *q, int layer, const char *how, const char *by);
/* What the layer lacked to decide the question; what it said of it before is forgotten. */
void check_session_lacks(struct session *s, struct asked *q, const char *layer, const char *why);
/* The same of every question of that kind that is open; `is_kind` may be NULL. */
void check_session_lack_all(struct session *s, cwi_id entry, bool (*is_kind)(const struct asked *q), const char *layer,
                            const char *why);
bool check_session_stops(void *session); /* the budget ended */
/* A part of the time that is left. */
struct budget check_session_part(const struct session *s, double part);
uint64_t check_session_statements(const struct cwi_unit *u);
/* What every run of the engine needs of the program, once for each entry. */
enum status check_session_prepare(struct session *s, cwi_id entry, struct diag *d);
/* Runs the engine and answers what is open; ST_LIMIT or ST_STOPPED: the budget ended before there was anything to
 * answer. */
enum status check_session_run(struct session *s, cwi_id entry, int layer, struct diag *d);

/* What the open questions were blamed on, closest to the question first; true when something is tracked better now. */
bool check_session_refine(struct session *s, cwi_id entry);
/* The layers, one after the other, for the open questions of one entry (layers.c). */
enum status check_session_decide(struct session *s, cwi_id entry, struct diag *d);
/* The rounds of layer 2, with more tracked in each, and one that relates cells. */
enum status check_session_rounds(struct session *s, cwi_id entry, struct diag *d);
bool check_session_is_over(const struct session *s); /* no budget is left */
/* Exact states without what the answer does not need (leave_out.c): True, or nothing. */
enum status check_session_try_leaving_out(struct session *s, cwi_id entry, struct diag *d);
/* Open questions about errors, one way into an error at a time (one_error.c). */
enum status check_session_try_apart(struct session *s, cwi_id entry, struct diag *d);

/* Concrete runs with inputs that are searched for (concrete.c): False for open questions about places that one of them
 * reaches. What cannot be run, and a solver that is not there, leave them as they are. */
enum { CHECK_PREDICATES = 3, CHECK_RUNS = 4 };
void check_session_try_runs(struct session *s, cwi_id entry, const struct budget *b);
/* By what a few variables hold, for open questions about places (typestate/ask.c): True, or nothing. Only where there
 * are keys, the variables of a rule. */
void check_session_try_typestates(struct session *s, cwi_id entry, const struct budget *b);
/* A few runs in which allocations fail, for open questions about errors of memory. */
void check_session_try_failures(struct session *s, cwi_id entry);
/* Runs with a command line in a system that fails (run_config.has_world), for whatever a run can show. */
void check_session_try_world(struct session *s, cwi_id entry, const struct budget *b);
/* All of its runs, one of each path, as long as the budget allows: then True too. */
void check_session_try_all_runs(struct session *s, cwi_id entry, const struct budget *b);
/* One turn of a loop of the entry, from any state that candidates for an invariant allow: True, or nothing. */
void check_session_try_induction(struct session *s, cwi_id entry, bool as_formula, const struct budget *b);
/* One run; `by` found its inputs. */
void check_session_replay(struct session *s, cwi_id entry, const char *by, struct check_run run);
/* "'x < y' is false"; `taken`: the target, or their number and the case. */
const char *check_decision_words(const struct session *s, const struct cwi_stmt *branch, uint32_t taken);

/* Predicates, those that the program carries and those that are found (predicates.c): True for open questions about
 * places that the Boolean program does not reach, False where it reaches one on a path that a run can take. A program
 * that it would not contain, and a solver that is not there, leave them open. */
void check_session_try_predicates(struct session *s, cwi_id entry);
/* Where they may say something: nothing runs beside the program, and a question about a place is open. */
bool check_session_may_try_predicates(const struct session *s, cwi_id entry);
/* Those that nobody gave are looked for. */
bool check_predicates_are_sought(const struct session *s);

/* One question on its way (predicates.c), for the loop of slam.c. */
struct deciding {
    struct session *s;
    cwi_id entry;
    struct pred_options options;
    struct abstraction *x;
    struct pred_abstraction abstraction;
    struct VEC(struct asked *) asked;
    struct VEC(struct bool_question) questions;
    uint64_t units; /* of counted work, left */
    int round;
    struct VEC(const struct cwi_expr *) added; /* predicates that were found */
    struct VEC(const struct asked *) given_up;
};
/* Abstracts and checks, in rounds, with more predicates each time: until nothing is open, or nothing is found. */
enum status check_predicates_refine(struct deciding *k, struct diag *d);
/* What is open, and can be asked of the Boolean program. */
void check_predicates_ask(struct deciding *k);
void check_predicates_prove(struct deciding *k, struct asked *q);
const char *check_predicates_by(const struct deciding *k); /* "predicates (7), 3 rounds" */

/* ---- assumptions (assumed.c) ------------------------------------------------------------------------------------- */

void check_assumed_add(struct assumed *x, struct arena *a, const struct avm_model *m);
/* What decided answers rest on where calls lead out of the program, and may come back. */
void check_assumed_add_outside(struct session *s);
/* Into the report; those of its last model when no verdict was found. */
void check_assumed_report(struct assumed *x, struct check_report *report);
void check_assumed_add_text(struct assumed *x, const char *text);
void check_assumed_join(struct assumed *x, const struct assumed *other);
void check_assumed_free(struct assumed *x);

/* ---- questions (questions.c, design.c) --------------------------------------------------------------------------- */

/* "invariant n < 10", the name when there is one, "spec door.ccs:Door obseq". */
const char *check_question_name(struct arena *a, const struct note *question);
/* What holds at the end of a path, in the words of the property. */
const char *check_question_last_words(struct arena *a, const struct note *question, bool surely);
/* Why an answer is Maybe whose condition may have no value. */
void check_question_hint_no_value(struct arena *a, const char *text, struct check_answer *answer);
/* The answer of one run; `prop` is the number of a property among the properties of the run. `*path`, in the arena, is
 * what the answer's path was told from; empty without one. */
void check_answer_property(struct arena *a, const struct avm_model *m, const struct note *question, uint32_t prop,
                           int layer, struct check_answer *out, struct graph_path *path);
/* The same of a comparison with a design; a comparison that `control` ends is Maybe. */
enum status check_answer_spec(struct arena *a, const struct avm_model *m, const struct note *question,
                              const struct lts *design, int layer, const struct lts_control *control,
                              struct check_answer *out, struct graph_path *path, struct diag *d);
/* The places at(...) and in(...) that a question names, as notes among its conditions (place_propositions.c). */
enum status check_place_add(struct temporal *t, struct arena *a, struct cwi_unit *u, const struct note *q,
                            struct diag *d);
/* Contracts (contract_compile.c): whether a note is one; compiling it into the program, and the question that is then
 * to be answered: whether a label is unreachable. */
bool check_contract_is(const struct note *q);
enum status check_contract_compile(struct arena *a, struct cwi_unit *u, const struct note *q, const struct note **out,
                                   struct diag *d);
bool check_contract_is_compiled(const struct note *q); /* whether a question came of compiling one */
/* Contracts are answered in a program of their own, in which other questions are not asked (contract_order.c). */
struct check_contracts {
    struct VEC(struct contract_place {
        cwi_id func;
        struct cwi_block *blocks; /* without any contract */
        uint32_t block_count;
    }) places;
    uint32_t count, questions; /* contracts, and questions of all kinds */
};
/* Fails at a contract that cannot be asked. The program is as before. */
enum status check_contracts_begin(struct check_contracts *x, struct cwi_unit *u, const struct notes *notes,
                                  struct diag *d);
/* The part of a budget that is for the other questions. */
const struct budget *check_contracts_share(const struct check_contracts *x, const struct budget *all,
                                           struct budget *share);
void check_contracts_end(struct check_contracts *x, struct cwi_unit *u); /* the program is as before */
/* Puts the contracts' answers among the others, in the order of the notes; `contracts` becomes a part of it. */
void check_contracts_join(const struct notes *notes, struct check_report *others, struct check_report *contracts);
/* The function that a contract is compiled into; 0: there is none, which compiling it says. */
cwi_id check_contract_function(const struct cwi_unit *u, const struct note *q);
/* A variable that holds what an old(...) was, and the one that holds whether it had a value (0: it always has). */
struct check_old {
    cwi_id var, is_defined;
};
/* Where the expression has a value (defined.c); NULL: everywhere. */
const struct cwi_expr *check_defined(struct arena *a, struct cwi_unit *u, const struct cwi_expr *e,
                                     const struct check_old *olds, size_t count);
/* Questions in temporal logics: whether a note is one; reading it, with an error at its place; its answer from a run.
 * Everything but the list of conditions lives in the arena. */
bool check_temporal_is(const struct note *question);
enum status check_temporal_read(struct temporal *t, struct arena *a, struct cwi_unit *u, const struct note *question,
                                struct diag *d);
void check_temporal_free(struct temporal *t);
enum status check_temporal_answer(struct arena *a, const struct avm_model *m, const struct note *question,
                                  const struct temporal *t, const struct notes *given, bool has_async, int layer,
                                  enum avm_grain grain, const struct lts_control *control, struct check_answer *out,
                                  struct graph_path *path, struct diag *d);
/* The property `termination` (termination.c): a question in the mu-calculus, whose Maybe becomes True where each cycle
 * of a complete graph runs through loops that a ranking ends. */
bool check_termination_is_asked(const struct note *question);
/* unfinished.c: a graph that a run has not seen all of can be asked all the same. */
bool check_unfinished_is(const struct avm_model *m);
void check_unfinished_add(struct lts *l,
                          const struct avm_model *m); /* its arrays and `prop`, with room for a state more */
void check_unfinished_free(struct lts *l);
bool check_termination_is_ranked(const struct avm_model *m, const struct notes *notes);
/* A function that the program names, and that arms a signal which may end it later (alarm); or NULL. */
const char *check_termination_find_timer(const struct avm_model *m, const struct notes *notes);
/* By block of the function: it is in a loop of which no ranking is found (ranking.c). Lives in the arena. */
bool *check_ranking_find_unranked(struct arena *a, const struct cwi_unit *u, cwi_id func);
/* Reads the design of a spec note, beside the file in which the note stands. */
enum status check_design_read(struct arena *a, const struct note *question, struct lts **out, struct diag *d);
/* Appends what could make a Maybe a verdict: the branches on the path, else those undecided most often. */
void check_hints_add(struct arena *a, const struct avm_model *m, const struct graph_path *path,
                     struct check_answer *answer);
/* Whether `unreachable NAME` asks about calls of the function, which has no body then. */
bool check_question_is_of(const struct cwi_unit *u, const struct note *question, cwi_id callee);
/* Whether a statement is where `unreachable NAME` looks: the first of a label's block or of a function, or a call of a
 * function without a body. */
bool check_question_is_about_block(const struct note *question, const struct cwi_func *f, uint32_t block);
bool check_question_is_about_call(const struct cwi_unit *u, const struct note *question, const struct cwi_stmt *s);
/* Either. It looks for the block of the statement. */
bool check_question_is_about(const struct cwi_unit *u, const struct note *question, cwi_id func,
                             const struct cwi_stmt *s);
/* Why a question is about nothing ("no function or label 'foo' in the program"), or NULL; sets *wrong where that can
 * only be a mistake. */
const char *check_question_is_vacuous(struct arena *a, const struct avm_model *m, const struct note *question,
                                      bool *wrong);
void check_question_set_vacuous(struct arena *a, struct check_answer *answer, const char *why);
void check_hint_add_text(struct arena *a, struct check_answer *answer, const char *text); /* once for each text */

/* The property `no-deadlock` (deadlock.c): where it is not False yet and the program locks mutexes, a rule about these
 * is asked behind those that are given, and its answer, the report's last one, joined into the property's. */
bool check_deadlock_needs_rule(const struct cwi_unit *u, const struct check_report *r);
enum status check_deadlock_add_rule(struct arena *a, const struct rules *given, struct rules *out, struct diag *d);
void check_deadlock_join_rule(const struct cwi_unit *u, struct check_report *r);

/* Rules (rules/): answers those of the options and of the notes, behind what the report has. */
enum status rule_answer_all(struct cwi_unit *program, const struct notes *notes, const struct check_options *options,
                            struct check_report *report, struct diag *d);

#endif
