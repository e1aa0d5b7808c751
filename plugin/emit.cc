/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The fragment goes into the assembler's input as the section .cwolf: not allocated, alignment 1. No side files, ever.
 *
 * Invariant: the section is left by switch_to_section, so that GCC's own idea of the current section stays right.
 */
#include "plugin/plugin.h"

#include "output.h"
#include "target.h"
#include "varasm.h"

#include "runtime/cwi/fragments.h"

/* Whatever is not a plain printing character is written in octal, always of three digits. */
static void write_bytes(FILE *f, const char *data, size_t size)
{
    static const size_t line = 4096;
    char *out = (char *)base_mem_alloc(line * 4 + 32);
    for (size_t i = 0; i < size; i += line) {
        char *p = out;
        memcpy(p, "\t.ascii\t\"", 9);
        p += 9;
        for (size_t k = i; k < size && k < i + line; k++) {
            unsigned char c = data[k];
            if (c >= ' ' && c < 0x7f && c != '"' && c != '\\')
                *p++ = c;
            else {
                *p++ = '\\';
                *p++ = '0' + (c >> 6);
                *p++ = '0' + ((c >> 3) & 7);
                *p++ = '0' + (c & 7);
            }
        }
        memcpy(p, "\"\n", 2);
        fwrite(out, 1, p + 2 - out, f);
    }
    free(out);
}

/* What readers would refuse must not be written: a fault of ours costs the bodies of this unit, and is said in it. */
static void keep_valid(void)
{
    struct diag d = {};
    if (cwi_validate(tu.u, &d) == ST_OK)
        return;
    for (size_t i = 1; i < tu.u->funcs.count; i++)
        tu.u->funcs.items[i]->block_count = 0;
    struct cwi_loss l = {
        arena_printf(tu.a, "every function of this unit (a fault of C Wolf: %s)", d.text), {1, 0, 0}, 0};
    cwi_add_loss(tu.u, &l);
}

void unit_emit(void)
{
    struct buf data = {};
    struct diag d;
    keep_valid();
    enum status st = cwi_write(tu.u, &data, &d);
    if (st) {
        warning(0, "cwolf: the picture of this unit could not be written: %s", d.text);
        buf_free(&data);
        return;
    }
    switch_to_section(get_section(".cwolf", SECTION_DEBUG, NULL));
    write_bytes(asm_out_file, data.data, data.size);
    buf_free(&data);
}
