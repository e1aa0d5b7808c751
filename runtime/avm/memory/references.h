/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the state leads to. Private to allocate.c and rename.c.
 */
#ifndef CWOLF_AVM_REFERENCES_H
#define CWOLF_AVM_REFERENCES_H

#include "memory.h"
#include "runtime/avm/prepare.h"

struct references {
    struct avm *m;
    uint32_t var; /* a variable that is looked for beside the blocks of sites; VS_DROP: none */
    uint8_t var_is_led_to;
    uint8_t *led_to;             /* blocks, by number: to be freed */
    struct VEC(uint32_t) follow; /* what is led to, and whose content is still to be looked at */
    uint8_t *seen;               /* contexts */
};
/* Whether something leads to the object; NULL: it is none of those that are looked for. */
uint8_t *avm_mark_of(struct references *r, uint32_t object);
/* Calls `each` for what the cells of an object in the heap lead to. At most `most` entries of the map are looked at;
 * how many were. */
uint32_t avm_refer_cells(const struct avm *m, map_id heap, uint32_t object, uint32_t most,
                         void (*each)(void *context, uint32_t object), void *context);
/* Whether all are known that the context may return to, or states are stepped again when one more is. Else nothing may
 * be taken for unreachable, and no name for free: a frame that is not there yet may hold it. */
bool avm_knows_callers(const struct avm *m, uint32_t ctx);
/* Marks what the frames that are to come back name, and no more; it stands in `follow`, to be freed. */
void avm_begin_references(struct references *r, const struct work *s);
/* Marks all that the state leads to. */
void avm_find_references(struct references *r, const struct work *s);
/* The objects of a set of avm_pin. */
void avm_each_pinned(const struct avm *m, uint32_t pinned, void each(void *, uint32_t), void *context);

#endif
