/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The reachable product of several systems, built while it is explored. Private to the room.
 */
#ifndef CWOLF_LTS_COMPOSE_COMPOSE_H
#define CWOLF_LTS_COMPOSE_COMPOSE_H

#include "runtime/lts/lts.h"

/* How the labels of the parts play together. Labels of all parts have one numbering, `labels`; 0 is tau. */
struct product {
    const struct lts *const *parts;
    uint32_t count;
    uint32_t labels;
    uint32_t **global; /* of each part: from its labels to the common ones */
    uint32_t **local;  /* of each part: back; LTS_NONE where the part does not know the label */
    uint32_t *alone;   /* what a label is in the whole; LTS_NONE: it does not happen */
    uint32_t *partner; /* LTS_HANDSHAKE: the label that answers it, or LTS_NONE; NULL in style LTS_GATES */
    uint8_t *together; /* LTS_GATES: 1 when all that know the label do it at once; NULL in style LTS_HANDSHAKE */
};

/* Builds it; `names` becomes the result's table of labels, also when it fails. */
enum status lts_product_build(const struct product *p, struct intern *names, const struct lts_control *c,
                              struct lts **out, struct diag *d);

#endif
