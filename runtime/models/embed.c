/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The fragments of the models as bytes of the command, and what reads them.
 */
#include "runtime/models/models.h"

__asm__(".pushsection .rodata\n"
        ".globl models_first\n"
        "models_first: .incbin \"" MODELS "\"\n"
        ".globl models_end\n"
        "models_end: .byte 0\n"
        ".popsection\n");
extern const char models_first[], models_end[];

static bool fits(const struct cwi_inputs *in)
{
    for (size_t i = 0; i < in->list.count; i++)
        for (size_t k = 0; k < in->list.items[i].unit_count; k++)
            if (in->list.items[i].units[k]->pointer_bits != 64 || in->list.items[i].units[k]->big_endian)
                return false;
    return true;
}

enum status models_add(struct cwi_inputs *in, struct diag *d)
{
    struct cwi_unit **units;
    size_t count;
    if (!fits(in))
        return ST_OK;
    enum status st = cwi_read("<cwolf>", models_first, (size_t)(models_end - models_first), &units, &count, d);
    for (size_t i = 0; !st && i < count; i++) {
        struct cwi_input input = {.path = "<cwolf>", .unit_count = 1, .is_model = true};
        input.units = arena_copy(in->arena, &units[i], sizeof *units);
        vec_push(&in->list, input);
    }
    free(units);
    return st;
}
