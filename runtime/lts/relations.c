/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tables of relations: for the command line, the help and the tests (what a row mentions stands before it), and how
 * each is decided.
 */
#include "runtime/lts/relations.h"

const struct lts_relation_row lts_relations[] = {
#define RELATION(id, name, alias, help, reduces, compares, designs, preorder)                                          \
    {id, name, alias, help, reduces, compares, designs, preorder},
#include "runtime/base/relations.def"
#undef RELATION
    {LTS_REL_NONE, NULL, NULL, NULL, false, false, false, false},
};

static const struct kind kinds[] = {
    {LTS_STRONG, FAMILY_BISIMULATION, false, LTS_STRONG, 0, false, LTS_REL_NONE},
    {LTS_BRANCHING, FAMILY_BISIMULATION, true, LTS_BRANCHING, 0, false, LTS_REL_NONE},
    {LTS_DPBRANCHING, FAMILY_BISIMULATION, true, LTS_DPBRANCHING, 0, false, LTS_REL_NONE},
    {LTS_WEAK, FAMILY_BISIMULATION, true, LTS_WEAK, 0, false, LTS_REL_NONE},
    {LTS_DPWEAK, FAMILY_BISIMULATION, true, LTS_DPWEAK, 0, false, LTS_REL_NONE},
    {LTS_TAU_STAR, FAMILY_BISIMULATION, true, LTS_TAU_STAR, 0, false, LTS_SAFETY},
    {LTS_SIM, FAMILY_SIMULATION, false, LTS_STRONG, 0, false, LTS_SIM},
    {LTS_READY_SIM, FAMILY_SIMULATION, false, LTS_STRONG, 0, true, LTS_SIM},
    {LTS_SAFETY, FAMILY_SIMULATION, true, LTS_TAU_STAR, 0, false, LTS_SAFETY},
    {LTS_TRACE, FAMILY_WORDS, false, LTS_STRONG, OBSERVE_TRACES, false, LTS_TRACE},
    {LTS_WEAK_TRACE, FAMILY_WORDS, true, LTS_BRANCHING, OBSERVE_TRACES, false, LTS_WEAK_TRACE},
    {LTS_COMPLETED_TRACE, FAMILY_WORDS, false, LTS_STRONG, OBSERVE_COMPLETED, false, LTS_TRACE},
    {LTS_WEAK_COMPLETED_TRACE, FAMILY_WORDS, true, LTS_DPBRANCHING, OBSERVE_COMPLETED, false, LTS_WEAK_TRACE},
    {LTS_FAILURES, FAMILY_WORDS, false, LTS_STRONG, OBSERVE_FAILURES, false, LTS_TRACE},
    {LTS_WEAK_FAILURES, FAMILY_WORDS, true, LTS_DPBRANCHING, OBSERVE_FAILURES, false, LTS_WEAK_TRACE},
};

const struct kind *lts_relation_kind(enum lts_relation r)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].relation == r)
            return &kinds[i];
    return NULL;
}

const struct lts_relation_row *lts_relation_row_of(enum lts_relation r)
{
    const struct lts_relation_row *row = lts_relations;
    while (row->name && row->relation != r)
        row++;
    return row;
}

static bool is_word(const char *word, size_t size, const char *name)
{
    return name && strlen(name) == size && !memcmp(word, name, size);
}

enum lts_relation lts_relation_by_name(const char *name, bool *preorder, bool *found)
{
    static const char suffix[] = "-preorder";
    size_t size = strlen(name), cut = sizeof suffix - 1;
    bool wanted = size > cut && !strcmp(name + size - cut, suffix);
    if (wanted)
        size -= cut;
    if (preorder)
        *preorder = wanted;
    for (const struct lts_relation_row *r = lts_relations; r->name; r++)
        if ((is_word(name, size, r->name) || is_word(name, size, r->alias)) && (!wanted || r->has_preorder)) {
            if (found)
                *found = true;
            return r->relation;
        }
    if (found)
        *found = false;
    return LTS_REL_NONE;
}
