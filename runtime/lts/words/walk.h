/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A walk along a word of visible labels: where the system may be after each. Private to the room.
 */
#ifndef CWOLF_LTS_WORDS_WALK_H
#define CWOLF_LTS_WORDS_WALK_H

#include "runtime/lts/lts.h"
#include "runtime/lts/visited.h"

struct walk {
    const struct lts *l;
    struct visited visited;
    struct u32s here, next;
};
void words_walk_begin(struct walk *w, const struct lts *l);
/* Goes on by one label; false when that is not possible, which ends the walk. */
bool words_walk_on(struct walk *w, const char *label, size_t size);
void words_walk_end(struct walk *w);

#endif
