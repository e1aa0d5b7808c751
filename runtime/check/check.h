/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * check: from question to verdict. Takes a linked program, the notes about it and questions (properties, designs),
 * chooses maps, runs the engine in layers, cheap ones first, and answers True, False or Maybe, each with what a person
 * needs to believe it: a path through the source, what would have to be tracked, what was forgotten and assumed.
 *
 * Parses no options and prints nothing. Source: Chechik and Ding 2002 (layers, three values).
 */
#ifndef CWOLF_CHECK_H
#define CWOLF_CHECK_H

#include "runtime/avm/avm.h"
#include "runtime/notes/rule.h"

/* A violation of a rule that is known, from a baseline, or that the source says is none. Told apart by rule, function
 * and event, not by line. */
struct check_accepted {
    const char *rule;         /* "stdio.null" */
    const char *func, *event; /* where, "copy", and what, "fclose(in)"; NULL: any */
    const char *file;         /* of a suppression outside of functions: the file it stands in; else NULL */
    const char *reason;       /* of a suppression; NULL: it is from a baseline */
    struct place at;
    struct cwi_place place; /* of a violation that was found: the statement */
    bool is_used;           /* the violation is still there */
    bool is_asked;          /* its rule was asked, so that one that is not used is out of date */
};
struct check_acceptances VEC(struct check_accepted);

/* Whether predicates that nobody gave are looked for. */
enum check_seeking {
    CHECK_SEEK_NOT,
    CHECK_SEEK_PART, /* with a part of what is left of the budget */
    CHECK_SEEK_ALL   /* with all of it */
};
enum {
    CHECK_ONLY_TYPESTATES = 8, /* of rules: what their variables and the handles hold, and nothing else */
    CHECK_ONLY_PATHS           /* runs of each path, and nothing else */
};
/* A rule that has to hold: where one of this name is Maybe that fails, and `why` is among its hints. */
struct check_required {
    const char *rule, *why;
};

struct check_options {
    struct avm_config engine; /* entry 0: main, else the notes' entries */
    bool automatic;           /* choose maps for variables that matter and have none (layers 2b) */
    int layer;                /* highest layer to try, or one of CHECK_ONLY_...; 0: the default */
    bool skips_typestates;    /* they were asked before */
    const cwi_id *keys;       /* variables that notes track: the first run joins states in which they hold the same
                               * (AVM_MERGE_KEYED); NULL: there is no such run */
    uint32_t key_count;
    cwi_id subject;     /* one of them, or 0: states are apart, too, in which other cells hold what it holds */
    cwi_id lost;        /* what the streams that a rule watches lead to, if it is violated where one is lost; or 0 */
    bool asks_for_ends; /* the keys tell what holds where the program, or a thread, ends */
    bool begins_bare;   /* nothing but what the notes name is tracked at first: of large programs that is cheaper than
                         * intervals for everything */
    enum check_seeking seeks_predicates;
    bool searches;                            /* what stays open is searched for by concrete runs */
    bool never_fails;                         /* in these runs allocations succeed */
    bool says_what_fails;                     /* the program itself chooses which allocations fail */
    bool wants_model;                         /* a model is to be shown, where one can be had soon */
    bool wants_inputs;                        /* and so are inputs for what is False without */
    bool strict;                              /* a question about nothing is an error */
    const struct rules *rules;                /* rules to answer beside those among the notes; may be NULL */
    const struct check_acceptances *baseline; /* violations that are known; may be NULL */
    bool accepts_all;                         /* every violation of a rule is taken into the report's list */
    const struct check_required *required;    /* rules that have to hold */
    uint32_t required_count;
    bool is_brief; /* the rules of ready-made sets take together about as long as compiling the program, of counted
                    * work; one that has to hold, eight times that */
    const struct diag_sink *sink;
};

/* One event of a path through the source. */
struct check_event {
    struct cwi_place at;
    cwi_id func;
    const char *text;  /* "input: 'key' is in [0 .. 9]" */
    const char *label; /* the label that fired, as users write it ("'a"), or NULL */
    bool is_minor;     /* a decided branch without a label: the first to go when a path is too long to show */
};

struct check_inputs; /* search.h */
struct check_route;
struct check_answer {
    const char *name; /* as `check` prints it: the property's name or its text; "spec FILE:PROCESS RELATION" */
    const struct note *question;
    enum lts_verdict verdict;
    struct cwi_place at; /* where the diagnostic points: the violating statement; else the question's own place */
    cwi_id func;
    const char *message;            /* "property 'no_entry_while_locked' is violated" */
    const struct check_event *path; /* for False and, where there is one, Maybe: the shortest path */
    uint32_t path_length;
    const char **hints; /* Maybe: "track 'n': its value at door.c:41 was lost"; vacuity warnings */
    uint32_t hint_count;
    bool is_vacuous;                   /* the question asks about nothing: the last hint says why */
    bool has_to_hold;                  /* it was True before: Maybe is a violation, too */
    const char *holds;                 /* Maybe of a comparison: what does hold */
    const char *trace;                 /* comparison: the distinguishing trace, in words */
    int layer;                         /* that gave the answer */
    bool is_lost;                      /* a run ended, and nothing led to what the path ends with */
    const struct check_inputs *inputs; /* False: of a run that shows it, where one was found; else NULL */
    const struct check_route *route;   /* what the path decides, for runs that follow it (route.c); or NULL */
    const char *by;     /* True, False: who decided, "predicates (7), 3 rounds"; NULL: nothing is known of that */
    const char **lacks; /* Maybe: of each layer that was tried what it lacked, "all paths: time is up" */
    uint32_t lack_count;
    const struct rule *rule; /* that was asked; else NULL */
    const char *event;       /* of a rule: the call that violates it, "fclose(in)", or NULL */
};

struct check_report {
    struct arena *arena;
    struct check_answer *answers;
    uint32_t count;
    struct avm_model *model;  /* the last one built; owned by the report */
    const char **assumptions; /* of all runs that verdicts come from, each once */
    uint32_t assumption_count;
    const struct note **chosen; /* abstractions that were chosen automatically */
    uint32_t chosen_count;
    bool was_exact; /* something was decided with everything tracked exactly, which --default=exact does again */
    struct check_accepted *accepted; /* baseline, suppressions, and what accepts_all found */
    uint32_t accepted_count;
    struct check_report **parts; /* of the rules, each of a program of its own */
    uint32_t part_count;
    uint32_t runs;    /* of the abstract machine, all rounds together */
    uint64_t used_up; /* the number of states that all runs together were allowed, if they wanted more; else 0 */
};

/* Answers every property and spec among `notes`. Fails on bad notes, unreadable designs, no entry. */
enum status check_run(struct cwi_unit *program, const struct notes *notes, const struct check_options *options,
                      struct check_report **out, struct diag *d);
void check_report_free(struct check_report *r);

/* A block that is lost, which was found when the program had ended; `at` and the last event are its allocation. */
bool check_is_at_end(const struct check_answer *a);

/* It fails whoever asks: False, or Maybe where it has to hold. */
static inline bool check_answer_fails(const struct check_answer *a)
{
    return a->verdict == LTS_VERDICT_FALSE || (a->verdict == LTS_VERDICT_MAYBE && a->has_to_hold);
}
/* The exit status of `cwolf check`: 0 all True, 1 some fail, 3 none of these but some Maybe. */
int check_exit_status(const struct check_report *r);

/* The program's entry: `name` or main, or the only entry note. Errors name what there is. */
enum status check_find_entry(const struct cwi_unit *program, const struct notes *notes, const char *name, cwi_id *out,
                             struct diag *d);

/* Proposes abstractions for the variables that questions, watches and undecided branches depend on: values or ranges
 * from the constants they are compared with. Appends notes to `out`. `undecided` may be NULL (first round). */
void check_choose_maps(struct cwi_unit *program, const struct notes *given, const struct avm_model *undecided,
                       struct notes *out);

#endif
