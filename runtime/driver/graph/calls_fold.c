/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Folding a call graph: the least folded form that people can read and graphviz places within seconds.
 */
#include "calls_fold.h"

enum { MOST_BOXES = 60, MOST_ARROWS = 120, WITH_BODILESS = 25, LEAST_HUB = 8, LARGE_CYCLE = 8, LEAST_PATHS = 4 };

const char *driver_calls_file(const struct cwi_unit *u, cwi_id func)
{
    const struct cwi_func *f = cwi_func_of(u, func);
    cwi_id file = f->at.file ? f->at.file : f->unit_file;
    const char *name = file && u->files.items[file] ? u->files.items[file] : "";
    while (name[0] == '.' && name[1] == '/')
        name += 2 + strspn(name + 2, "/");
    return name;
}

static bool is_shown(const struct calls_folded *f, cwi_id func)
{
    return f->g->nodes[func].depth <= f->depth && (!f->only_defined || cwi_func_of(f->g->u, func)->block_count);
}

/* The length of the first `parts` components of a path. */
static size_t prefix_of(const char *path, uint32_t parts)
{
    size_t n = 0;
    while (parts-- && path[n]) {
        n += path[n] == '/';
        n += strcspn(path + n, "/");
    }
    return n;
}

static uint32_t most_parts(const struct cwi_unit *u)
{
    uint32_t most = 1;
    for (cwi_id i = 1; i < u->files.count; i++) {
        uint32_t parts = 1;
        for (const char *s = u->files.items[i]; s && *s; s++)
            parts += *s == '/';
        most = parts > most ? parts : most;
    }
    return most;
}

/* Numbers boxes by their first member. */
static uint32_t box_for(struct calls_folded *f, struct map64 *boxes, struct intern *paths, cwi_id func)
{
    uint64_t key = func;
    struct calls_box new = {.first = func};
    if (f->level == CALLS_BY_CYCLE) {
        key = f->g->nodes[func].component;
    } else if (f->level == CALLS_BY_PATH) {
        new.path.text = driver_calls_file(f->g->u, func);
        new.path.size = prefix_of(new.path.text, f->parts);
        key = base_intern_add(paths, new.path.text, new.path.size);
    }
    uint32_t box;
    if (!base_map64_get(boxes, key, &box)) {
        box = (uint32_t)f->boxes.count;
        vec_push(&f->boxes, new);
        base_map64_put(boxes, key, box);
    }
    return box;
}

static void make_boxes(struct calls_folded *f)
{
    struct map64 boxes = {0};
    struct intern *paths = base_intern_new();
    for (cwi_id func = 1; func < f->g->count; func++) {
        const struct call_node *n = &f->g->nodes[func];
        if (n->depth > f->g->depth)
            continue;
        if (!is_shown(f, func)) {
            bool is_deep = n->depth > f->depth;
            f->deeper += is_deep;
            f->bodiless += !is_deep;
            continue;
        }
        f->box_of[func] = box_for(f, &boxes, paths, func);
        struct calls_box *b = &f->boxes.items[f->box_of[func]];
        b->functions++;
        b->pointers += (uint32_t)(n[1].first_pointer - n->first_pointer);
    }
    base_map64_free(&boxes);
    base_intern_free(paths);
}

static void make_arrows(struct calls_folded *f)
{
    struct map64 arrows = {0};
    for (cwi_id func = 1; func < f->g->count; func++) {
        uint32_t from = f->box_of[func], at;
        const struct call_node *n = &f->g->nodes[func];
        for (size_t e = n->first_edge; from != CALLS_NO_BOX && e < n[1].first_edge; e++) {
            const struct call_edge *edge = &f->g->edges.items[e];
            uint32_t to = f->box_of[edge->to];
            f->boxes.items[from].deeper += f->g->nodes[edge->to].depth > f->depth;
            if (to == CALLS_NO_BOX || (from == to && f->boxes.items[from].functions > 1))
                continue;
            uint64_t key = (uint64_t)from << 32 | to;
            if (!base_map64_get(&arrows, key, &at)) {
                struct calls_arrow new = {.from = from, .to = to};
                at = (uint32_t)f->arrows.count;
                vec_push(&f->arrows, new);
                base_map64_put(&arrows, key, at);
                f->boxes.items[to].callers += from != to;
            }
            f->arrows.items[at].sites += edge->sites;
        }
    }
    base_map64_free(&arrows);
}

/* Marks as hubs what everybody calls until the arrows to the others can be followed. Returns how many these are. */
static size_t visible_arrows(struct calls_folded *f)
{
    size_t left = f->arrows.count;
    while (left > MOST_ARROWS) {
        uint32_t hub = CALLS_NO_BOX, most = LEAST_HUB - 1;
        for (uint32_t i = 0; i < f->boxes.count; i++)
            if (!f->boxes.items[i].is_hub && f->boxes.items[i].callers > most) {
                hub = i;
                most = f->boxes.items[i].callers;
            }
        if (hub == CALLS_NO_BOX)
            break;
        f->boxes.items[hub].is_hub = true;
        left -= most;
    }
    return left;
}

/* Folds anew in another way; true when the picture is small enough: functions of the C library, which most call, are in
 * the way of the others unless there are few of both. */
static bool try(struct calls_folded *f, enum calls_level level, uint32_t parts, uint32_t depth, bool only_defined)
{
    f->level = level;
    f->parts = parts;
    f->depth = depth;
    f->only_defined = only_defined;
    f->boxes.count = f->arrows.count = f->bodiless = f->deeper = 0;
    for (uint32_t i = 0; i < f->g->count; i++)
        f->box_of[i] = CALLS_NO_BOX;
    make_boxes(f);
    make_arrows(f);
    size_t arrows = visible_arrows(f);
    return f->boxes.count <= (only_defined ? MOST_BOXES : WITH_BODILESS) && arrows <= MOST_ARROWS;
}

/* As `try` by cycles, unless one of them is most of the program, and the picture would say nothing. */
static bool try_cycles(struct calls_folded *f)
{
    bool fits = try(f, CALLS_BY_CYCLE, 0, f->g->depth, true);
    uint32_t most = 0, all = 0;
    for (uint32_t i = 0; i < f->boxes.count; i++) {
        uint32_t n = f->boxes.items[i].functions;
        most = n > most ? n : most;
        all += n;
    }
    return fits && (most <= LARGE_CYCLE || most < all / 2);
}

/* By file, or by directories where there are too many files. */
static bool try_paths(struct calls_folded *f)
{
    for (uint32_t parts = most_parts(f->g->u); parts > 0; parts--) {
        bool fits = try(f, CALLS_BY_PATH, parts, f->g->depth, true);
        if (f->boxes.count < LEAST_PATHS)
            return false;
        if (fits)
            return true;
    }
    return false;
}

/* The functions near the roots. */
static bool try_depths(struct calls_folded *f)
{
    uint32_t depth = 0;
    while (depth < f->g->depth && try(f, CALLS_BY_FUNCTION, 0, depth + 1, true))
        depth++;
    return try(f, CALLS_BY_FUNCTION, 0, depth, true) && depth;
}

void driver_calls_fold(struct calls_folded *f, const struct call_graph *g, enum calls_fold how)
{
    *f = (struct calls_folded){.g = g};
    f->box_of = base_mem_alloc(g->count * sizeof *f->box_of);
    if (how == CALLS_FOLD_NONE)
        try(f, CALLS_BY_FUNCTION, 0, g->depth, false);
    else if (how == CALLS_FOLD_FILE ||
             !(try(f, CALLS_BY_FUNCTION, 0, g->depth, false) || try(f, CALLS_BY_FUNCTION, 0, g->depth, true) ||
               try_cycles(f) || try_paths(f) || try_depths(f)))
        try(f, CALLS_BY_PATH, most_parts(g->u), g->depth, true);
    for (uint32_t i = 0; i < f->boxes.count; i++)
        f->boxes.items[i].is_hub &= how != CALLS_FOLD_NONE;
    for (size_t i = 0; i < f->arrows.count; i++) {
        struct calls_arrow *a = &f->arrows.items[i];
        a->is_hidden = a->from != a->to && f->boxes.items[a->to].is_hub;
    }
}

void driver_calls_fold_free(struct calls_folded *f)
{
    free(f->box_of);
    vec_free(&f->boxes);
    vec_free(&f->arrows);
}
