/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * components: the strongly connected components of any graph whose nodes are numbers, without recursion. Source: Tarjan
 * 1972.
 */
#ifndef CWOLF_BASE_COMPONENTS_H
#define CWOLF_BASE_COMPONENTS_H

#include "runtime/base/base.h"

#define COMPONENTS_NONE UINT32_MAX

struct components_graph {
    uint32_t count; /* nodes 0 .. count - 1 */
    /* Successor number i of a node, COMPONENTS_NONE after the last. */
    uint32_t (*next)(void *context, uint32_t node, uint32_t i);
    /* Whether to begin at the node when nothing has led there; NULL: at each. */
    bool (*starts)(void *context, uint32_t node);
    /* One component, those it leads to first; the last of its members is the one that was met first. The graph may
     * change among the members, which are not looked at again. */
    void (*found)(void *context, const uint32_t *members, uint32_t count);
    void *context;
};
void base_components_find(const struct components_graph *g);

#endif
