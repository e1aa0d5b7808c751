/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the families of generated systems share. Private to the room.
 */
#ifndef CWOLF_LTS_COMPOSE_GENERATE_H
#define CWOLF_LTS_COMPOSE_GENERATE_H

#include "runtime/lts/control.h"

/* A system that is being generated. `prepare` fills in all but the last two fields. */
struct lts_generator {
    const struct lts_family *family;
    const uint64_t *value; /* of the parameters */
    const struct lts_control *control;
    uint64_t states, transitions; /* transitions as emitted: two of them may be equal */
    uint64_t units;               /* how often emit is called; 0: once for each state */
    uint32_t initial;
    struct intern *labels; /* id 0 is the silent action */
    struct arena *arena;
    void *own;                 /* tables of the family, in the arena */
    void (*forget)(void *own); /* releases what is not in the arena, or NULL */

    void (*take)(void *context, uint32_t from, uint32_t label, uint32_t to);
    void *context;
};

static inline void emit_transition(const struct lts_generator *g, uint64_t from, uint32_t label, uint64_t to)
{
    g->take(g->context, (uint32_t)from, label, (uint32_t)to);
}

uint32_t compose_generate_label(struct lts_generator *g, const char *format, ...) PRINTF_LIKE(2, 3);
/* base^exponent; UINT64_MAX when it is not smaller than that. */
uint64_t compose_generate_power(uint64_t base, uint64_t exponent);
uint64_t compose_generate_times(uint64_t a, uint64_t b); /* the same for a product */

/* The functions of the table's rows. */
enum status compose_prepare_abp(struct lts_generator *g, struct diag *d);
enum status compose_prepare_window(struct lts_generator *g, struct diag *d);
void compose_emit_copies(struct lts_generator *g, uint64_t state);
enum status compose_prepare_philosophers(struct lts_generator *g, struct diag *d);
void compose_emit_philosophers(struct lts_generator *g, uint64_t state);
enum status compose_prepare_ring(struct lts_generator *g, struct diag *d);
void compose_emit_ring(struct lts_generator *g, uint64_t state);
enum status compose_prepare_buffers(struct lts_generator *g, struct diag *d);
void compose_emit_buffers(struct lts_generator *g, uint64_t state);
enum status compose_prepare_grid(struct lts_generator *g, struct diag *d);
void compose_emit_grid(struct lts_generator *g, uint64_t state);
enum status compose_prepare_fibonacci(struct lts_generator *g, struct diag *d);
void compose_emit_fibonacci(struct lts_generator *g, uint64_t state);
enum status compose_prepare_chain(struct lts_generator *g, struct diag *d);
void compose_emit_chain(struct lts_generator *g, uint64_t state);
enum status compose_prepare_random(struct lts_generator *g, struct diag *d);
void compose_emit_random(struct lts_generator *g, uint64_t transition);

#endif
