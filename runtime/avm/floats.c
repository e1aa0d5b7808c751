/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether the program's floating-point numbers are those of IEEE 754, and in which direction they are rounded.
 *
 * The psABI has functions keep the rounding direction, except those made to change it. What may flush denormal numbers
 * to zero (fast-math, writing MXCSR) changes what every operation gives: then no number is followed.
 */
#include "prepare.h"

static bool is_among(const char *name, const char *const *names)
{
    while (*names && strcmp(name, *names))
        names++;
    return *names;
}

static bool sets_control_word(const struct cwi_stmt *s)
{
    static const char *const mnemonics[] = {"mxcsr", "fldcw", "fldenv", "rstor", NULL};
    for (int i = 0; s->kind == CWI_ASM && s->text && mnemonics[i]; i++)
        if (strstr(s->text, mnemonics[i]))
            return true;
    return false;
}

static bool is_ieee(const struct cwi_func *f)
{
    if (f->block_count && !f->is_ieee)
        return false;
    for (uint32_t b = 0; b < f->block_count; b++)
        for (uint32_t i = 0; i < f->blocks[b].count; i++)
            if (sets_control_word(&f->blocks[b].stmts[i]))
                return false;
    return true;
}

void avm_find_floats(struct avm *m)
{
    static const char *const turn[] = {"fesetround", "fesetenv", "feupdateenv", NULL};
    static const char *const reset[] = {"__builtin_ia32_ldmxcsr", NULL};
    m->has_floats = true;
    for (size_t i = 1; i < m->u->funcs.count; i++) {
        const struct cwi_func *f = m->u->funcs.items[i];
        if (!is_ieee(f) || is_among(f->name, reset))
            m->has_floats = false;
        if (is_among(f->name, turn))
            vs_pool_any_rounding(m->pool, true);
    }
}
