/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The exact interface of a small library, by exhaustive search, held against a graph that the tool wrote. A library
 * includes this and defines: its state as `now`, `calls`, and for each function a wrapper that runs it on arguments.
 *
 * A sequence of labels is allowed when no run of it errs, for any arguments that its labels stand for. Both sides are
 * determinised: sets of concrete states, and sets of the graph's.
 *
 * With NO_MAIN a library has the states and steps alone, for a search of its own.
 *
 * Prints: "ok", or what differs with the sequence that shows it; then "regions N profiles M mixed K allowed A".
 */
#include <limits.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct state {
    unsigned char g[4], handle; /* handle: 0 none, 1 live, 2 freed */
};
extern struct state now;
static jmp_buf failed;
#define FAIL longjmp(failed, 1)
static inline int checked_index(int i) { return i < 0 || i > 4 ? FAIL, 0 : i; }
static inline int checked_divisor(int i) { return !i ? FAIL, 1 : i; }

struct call {
    const char *name;
    int arguments;
    int (*run)(int x, int y); /* negative: the result tells an error */
    int tells;
    int is_narrow[3]; /* arguments: signed char */
};
extern const struct call calls[];

/* Every way in which the libraries look at arguments is seen with these. */
static const int values[] = {INT_MIN, -128, -9, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 127, INT_MAX};
enum { VALUES = sizeof values / sizeof *values, MOST = 4096, LABELS = 256, STATES = 8192, PAIRS = 6000 };

/* ---- concrete states -------------------------------------------------------------------------------------------- */

static struct state known[MOST];
static int known_count;

static int number(const struct state *s)
{
    for (int i = 0; i < known_count; i++)
        if (!memcmp(&known[i], s, sizeof *s))
            return i;
    if (known_count == MOST)
        exit(77);
    known[known_count] = *s;
    return known_count++;
}

/* The next state; -1: it errs. */
static int step(int from, int call, int x, int y)
{
    now = known[from];
    if (setjmp(failed))
        return -1;
    if (calls[call].run(x, y) < 0 && calls[call].tells)
        return -1;
    return number(&now);
}

#ifndef NO_MAIN
/* ---- the graph --------------------------------------------------------------------------------------------------- */

static char *label[LABELS];
static int label_count, state_count, initial;
static int call_of[LABELS];
static char *kind[LABELS][2]; /* of each argument; NULL: any */
struct edge { int from, label, to, is_error; };
static struct edge *edges;
static int edge_count;

static int label_number(const char *name)
{
    for (int i = 0; i < label_count; i++)
        if (!strcmp(label[i], name))
            return i;
    char *open = strchr(name, '(');
    size_t n = open ? (size_t)(open - name) : strlen(name);
    for (int c = 0; calls[c].name; c++)
        if (strlen(calls[c].name) == n && !strncmp(calls[c].name, name, n)) {
            call_of[label_count] = c;
            char *rest = open ? strdup(open + 1) : NULL;
            if (rest)
                rest[strlen(rest) - 1] = 0;
            for (int k = 0; rest && k < calls[c].arguments; k++) {
                char *comma = strchr(rest, ',');
                if (comma)
                    *comma = 0;
                kind[label_count][k] = rest;
                rest = comma ? comma + 1 : NULL;
            }
            label[label_count] = strdup(name);
            return label_count++;
        }
    printf("not ok: no function for label %s\n", name);
    exit(1);
}

static int is_in(int l, int argument, int v)
{
    const char *text = kind[l][argument];
    if (calls[call_of[l]].is_narrow[argument] && v != (signed char)v)
        return 0;
    char *copy = text ? strdup(text) : NULL;
    int found = !text || !strcmp(text, "_");
    for (char *part = copy ? strtok(copy, "|") : NULL; part && !found; part = strtok(NULL, "|")) {
        char *dots = strstr(part, "..");
        if (part[0] == '<')
            found = v <= atoi(part + 2);
        else if (part[0] == '>')
            found = v >= atoi(part + 2);
        else
            found = dots ? v >= atoi(part) && v <= atoi(dots + 2) : v == atoi(part);
    }
    free(copy);
    return found;
}

static void read_graph(const char *path)
{
    FILE *f = fopen(path, "r");
    char line[1000], name[900];
    int n;
    if (!f || !fgets(line, sizeof line, f) || sscanf(line, "des (%d,%d,%d)", &initial, &n, &state_count) != 3)
        exit(2);
    edges = calloc((size_t)n + 1, sizeof *edges);
    while (fgets(line, sizeof line, f)) {
        struct edge e = {0};
        char *end = strrchr(line, ',');
        *end = 0;
        if (sscanf(line, "(%d,%[^\n]", &e.from, name) != 2)
            exit(2);
        e.to = atoi(end + 1);
        char *p = name;
        if (*p == '"') {
            p++;
            p[strlen(p) - 1] = 0;
        }
        e.is_error = p[strlen(p) - 1] == '!';
        if (e.is_error)
            p[strlen(p) - 1] = 0;
        e.label = label_number(p);
        edges[edge_count++] = e;
    }
    fclose(f);
}

/* ---- pairs of sets ----------------------------------------------------------------------------------------------- */

struct pair {
    uint64_t concrete[MOST / 64], abstract[STATES / 64];
    int parent, by;
};
static struct pair *pairs;
static int pair_count;

static void set(uint64_t *s, int i) { s[i / 64] |= UINT64_C(1) << i % 64; }
static int has(const uint64_t *s, int i) { return s[i / 64] >> i % 64 & 1; }

static void print_sequence(int pair, int last)
{
    int path[1000], n = 0;
    for (int p = pair; pairs[p].parent >= 0 && n < 1000; p = pairs[p].parent)
        path[n++] = pairs[p].by;
    while (n > 0)
        printf(" %s", label[path[--n]]);
    printf(" %s\n", label[last]);
}

static char *profile[MOST]; /* which labels err in a state */
static int mixed;

/* Whether some argument of the label errs in the state; the successors are added. */
static int try_label(int state, int l, uint64_t *next)
{
    int errs = 0, goes = 0, n = calls[call_of[l]].arguments;
    for (int i = 0; i < (n > 0 ? VALUES : 1); i++)
        for (int k = 0; k < (n > 1 ? VALUES : 1); k++) {
            if ((n > 0 && !is_in(l, 0, values[i])) || (n > 1 && !is_in(l, 1, values[k])))
                continue;
            int to = step(state, call_of[l], values[i], values[k]);
            errs |= to < 0;
            goes |= to >= 0;
            if (to >= 0)
                set(next, to);
        }
    mixed += errs && goes;
    return errs;
}

static struct { uint64_t next[MOST / 64]; signed char errs; } *memo; /* [state * LABELS + label]; errs -1: not yet */

static int try_memo(int state, int l, uint64_t *next)
{
    __typeof__(memo) m = &memo[(size_t)state * LABELS + l];
    if (m->errs < 0) {
        m->errs = 0;
        m->errs = (signed char)try_label(state, l, m->next);
    }
    for (int i = 0; i < MOST / 64; i++)
        next[i] |= m->next[i];
    return m->errs;
}

static int abstract_step(const uint64_t *from, int l, uint64_t *next)
{
    int refused = 0;
    for (int s = 0; s < state_count; s++) {
        int any = 0;
        if (!has(from, s))
            continue;
        for (int e = 0; e < edge_count; e++)
            if (edges[e].from == s && edges[e].label == l && !edges[e].is_error) {
                set(next, edges[e].to);
                any = 1;
            }
        refused |= !any;
    }
    return refused;
}

static void add_profile(int state)
{
    if (profile[state])
        return;
    profile[state] = calloc(LABELS + 1, 1);
    for (int l = 0; l < label_count; l++) {
        uint64_t nothing[MOST / 64] = {0};
        profile[state][l] = (char)('0' + try_memo(state, l, nothing));
    }
}

int main(int argc, char **argv)
{
    int differs = 0, allowed = 0, profiles = 0;
    (void)argc;
    read_graph(argv[1]);
    memo = calloc((size_t)MOST * LABELS, sizeof *memo);
    for (size_t i = 0; i < (size_t)MOST * LABELS; i++)
        memo[i].errs = -1;
    pairs = calloc(PAIRS + 1, sizeof *pairs);
    set(pairs[0].concrete, number(&now));
    set(pairs[0].abstract, initial);
    pairs[0].parent = -1;
    pair_count = 1;
    for (int p = 0; p < pair_count && p < PAIRS; p++) {
        for (int s = 0; s < known_count; s++)
            if (has(pairs[p].concrete, s))
                add_profile(s);
        for (int l = 0; l < label_count; l++) {
            struct pair *next = &pairs[pair_count];
            int errs = 0, refused, is_known = 0;
            memset(next, 0, sizeof *next);
            for (int s = 0; s < known_count; s++)
                if (has(pairs[p].concrete, s))
                    errs |= try_memo(s, l, next->concrete);
            refused = abstract_step(pairs[p].abstract, l, next->abstract);
            if (errs != refused && !(differs >> refused & 1)) {
                printf("%s:", refused ? "refused but never errs" : "allowed but errs");
                print_sequence(p, l);
                differs |= 1 << refused;
            }
            if (errs || refused)
                continue;
            allowed++;
            for (int q = 0; q < pair_count && !is_known; q++)
                is_known = !memcmp(pairs[q].concrete, next->concrete, sizeof next->concrete) &&
                           !memcmp(pairs[q].abstract, next->abstract, sizeof next->abstract);
            next->parent = p;
            next->by = l;
            if (!is_known && pair_count < PAIRS)
                pair_count++;
        }
    }
    for (int s = 0; s < known_count; s++) {
        int is_new = profile[s] != NULL;
        for (int k = 0; k < s && is_new; k++)
            is_new = !profile[k] || strcmp(profile[k], profile[s]);
        profiles += is_new;
    }
    printf("%s\nprofiles %d mixed %d allowed %d\n", differs ? "not ok" : "ok", profiles, mixed, allowed);
    return differs;
}
#endif
