/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A small program, built by hand, that the tests of notes and labels annotate: the thesis's fsm.c, and one more file
 * with statics of the same names.
 */
#ifndef NOTES_FIXTURE_H
#define NOTES_FIXTURE_H

#include "runtime/notes/notes.h"
#include "tap.h"

#include <stdlib.h>

static struct {
    struct cwi_unit *u;
    cwi_id file, other, header;
    cwi_id t_int, t_uint, t_char, t_uchar, t_long, t_double, t_state, t_packet, t_ppacket, t_ints, t_void, t_pint,
        t_bytes;
    cwi_id main_func, f, helper_a, helper_b, getc_func, printf_func, send_func, lock_func, key_func, worker;
    cwi_id n, u_var, small, buf, pkt, pp, p, d, x, y, device, state, ch;
} fx;

static inline cwi_id add_int(const char *name, uint32_t bits, bool is_signed)
{
    struct cwi_type t = {.kind = CWI_INT, .name = name, .bits = bits, .size = bits / 8, .is_signed = is_signed};
    return cwi_add_type(fx.u, &t);
}

static inline cwi_id add_pointer(cwi_id of)
{
    struct cwi_type t = {.kind = CWI_PTR, .bits = 64, .size = 8, .of = of};
    return cwi_add_type(fx.u, &t);
}

static inline cwi_id add_array(cwi_id of, uint64_t count, uint64_t size)
{
    struct cwi_type t = {.kind = CWI_ARRAY, .of = of, .count = count, .size = size};
    return cwi_add_type(fx.u, &t);
}

static inline void add_types(void)
{
    static struct cwi_enumerator states[] = {{"IDLE", 0}, {"LEN", 5}, {"BODY", 6}};
    struct cwi_type e = {
        .kind = CWI_INT, .name = "enum state", .bits = 32, .size = 4, .enumerators = states, .enumerator_count = 3};
    struct cwi_type v = {.kind = CWI_VOID, .name = "void", .size = CWI_UNKNOWN};
    struct cwi_type d = {.kind = CWI_FLOAT, .name = "double", .bits = 64, .size = 8};
    fx.t_int = add_int("int", 32, true);
    fx.t_uint = add_int("unsigned int", 32, false);
    fx.t_char = add_int("char", 8, true);
    fx.t_uchar = add_int("unsigned char", 8, false);
    fx.t_long = add_int("long", 64, true);
    fx.t_double = cwi_add_type(fx.u, &d);
    fx.t_state = cwi_add_type(fx.u, &e);
    fx.t_void = cwi_add_type(fx.u, &v);
    fx.t_pint = add_pointer(fx.t_int);
    fx.t_ints = add_array(fx.t_int, 16, 64);
    fx.t_bytes = add_array(fx.t_uchar, 8, 8);
    struct cwi_field inner[] = {{.name = "a", .type = fx.t_int}, {.name = "b", .type = fx.t_long}};
    struct cwi_type un = {.kind = CWI_UNION, .size = 8, .fields = inner, .field_count = 2};
    struct cwi_field fields[] = {{.name = "kind", .type = fx.t_int},
                                 {.name = "data", .type = fx.t_bytes, .offset = 4},
                                 {.name = "flags", .type = fx.t_uint, .offset = 12, .bit_width = 3},
                                 {.name = NULL, .type = cwi_add_type(fx.u, &un), .offset = 16}};
    struct cwi_type s = {.kind = CWI_STRUCT, .name = "struct packet", .size = 24, .fields = fields, .field_count = 4};
    fx.t_packet = cwi_add_type(fx.u, &s);
    fx.t_ppacket = add_pointer(fx.t_packet);
}

static inline cwi_id add_var(const char *name, cwi_id type, enum cwi_linkage linkage, cwi_id owner, cwi_id file,
                             uint32_t line)
{
    struct cwi_var v = {.name = name, .type = type, .linkage = linkage, .owner = owner, .at = {file, line, 5}};
    v.asm_name = owner ? NULL : name;
    return cwi_add_var(fx.u, &v);
}

static inline cwi_id add_func(const char *name, const char *asm_name, enum cwi_linkage linkage, cwi_id result,
                              const cwi_id *params, uint32_t param_count, cwi_id file, uint32_t line)
{
    struct cwi_type t = {
        .kind = CWI_FUNC, .of = result, .params = (cwi_id *)(uintptr_t)params, .param_count = param_count};
    struct cwi_func f = {.name = name, .asm_name = asm_name, .linkage = linkage, .type = cwi_add_type(fx.u, &t)};
    struct cwi_stmt stmt = {.kind = CWI_RETURN, .at = {file, line, 1}};
    struct cwi_block block = {.stmts = &stmt, .count = 1};
    f.at = (struct cwi_place){file, line, 1};
    f.end = (struct cwi_place){file, line + 20, 1};
    f.unit_file = file;
    if (linkage != CWI_EXTERN) {
        f.blocks = &block;
        f.block_count = 1;
    }
    return cwi_add_func(fx.u, &f);
}

static inline void add_params(cwi_id func, const char *const *names, const cwi_id *types, uint32_t count)
{
    cwi_id *params = ARENA_ARRAY(fx.u->arena, cwi_id, count);
    for (uint32_t i = 0; i < count; i++)
        params[i] = add_var(names[i], types[i], CWI_PARAM, func, fx.file, cwi_func_of(fx.u, func)->at.line);
    cwi_func_of(fx.u, func)->params = params;
    cwi_func_of(fx.u, func)->param_count = count;
}

static inline void add_code(void)
{
    const cwi_id two[] = {fx.t_int, fx.t_int}, send[] = {fx.t_pint, fx.t_int}, one[] = {fx.t_pint};
    static const char *const ab[] = {"a", "b"}, *const send_names[] = {"buf", "len"};
    fx.main_func = add_func("main", "main", CWI_GLOBAL, fx.t_int, NULL, 0, fx.file, 5);
    fx.f = add_func("f", "f", CWI_STATIC, fx.t_int, two, 2, fx.file, 30);
    fx.helper_a = add_func("helper", "helper", CWI_STATIC, fx.t_int, NULL, 0, fx.file, 60);
    fx.helper_b = add_func("helper", "helper", CWI_STATIC, fx.t_int, NULL, 0, fx.other, 10);
    fx.getc_func = add_func("_IO_getc", "_IO_getc", CWI_EXTERN, fx.t_int, one, 1, fx.header, 1);
    fx.printf_func = add_func("__printf_chk", "__printf_chk", CWI_EXTERN, fx.t_int, two, 2, fx.header, 2);
    fx.send_func = add_func("hal_send", "hal_send", CWI_EXTERN, fx.t_void, send, 2, fx.header, 3);
    fx.lock_func = add_func("pthread_mutex_lock", "pthread_mutex_lock", CWI_EXTERN, fx.t_int, one, 1, fx.header, 4);
    fx.key_func = add_func("read_key", "read_key", CWI_EXTERN, fx.t_int, NULL, 0, fx.header, 5);
    fx.worker = add_func("worker", "worker", CWI_GLOBAL, fx.t_void, NULL, 0, fx.other, 40);
    add_params(fx.f, ab, two, 2);
    add_params(fx.send_func, send_names, send, 2);
    fx.state = add_var("state", fx.t_int, CWI_AUTO, fx.main_func, fx.file, 7);
    fx.ch = add_var("ch", fx.t_char, CWI_AUTO, fx.main_func, fx.file, 8);
    add_var("i", fx.t_int, CWI_AUTO, fx.f, fx.file, 32);
    add_var("i", fx.t_int, CWI_AUTO, fx.f, fx.file, 36);
}

static inline void fixture(void)
{
    fx.u = cwi_unit_new("fsm");
    fx.u->pointer_bits = 64;
    fx.u->char_is_signed = true;
    fx.u->is_linked = true;
    fx.file = cwi_add_file(fx.u, "src/fsm.c");
    fx.other = cwi_add_file(fx.u, "src/other.c");
    fx.header = cwi_add_file(fx.u, "include/lib.h");
    cwi_add_file(fx.u, "test/other.c");
    add_types();
    fx.n = add_var("n", fx.t_int, CWI_GLOBAL, 0, fx.file, 1);
    fx.u_var = add_var("u", fx.t_uint, CWI_GLOBAL, 0, fx.file, 1);
    fx.small = add_var("small", fx.t_uchar, CWI_GLOBAL, 0, fx.file, 1);
    fx.buf = add_var("buf", fx.t_ints, CWI_GLOBAL, 0, fx.file, 2);
    fx.pkt = add_var("pkt", fx.t_packet, CWI_GLOBAL, 0, fx.file, 2);
    fx.pp = add_var("pp", fx.t_ppacket, CWI_GLOBAL, 0, fx.file, 2);
    fx.p = add_var("p", fx.t_pint, CWI_GLOBAL, 0, fx.file, 2);
    fx.d = add_var("d", fx.t_double, CWI_GLOBAL, 0, fx.file, 3);
    fx.x = add_var("x", fx.t_int, CWI_GLOBAL, 0, fx.file, 3);
    fx.y = add_var("y", fx.t_long, CWI_GLOBAL, 0, fx.file, 3);
    fx.device = add_var("device", fx.t_uint, CWI_EXTERN, 0, fx.header, 9);
    cwi_var_of(fx.u, fx.device)->is_volatile = true;
    add_var("count", fx.t_int, CWI_STATIC, 0, fx.file, 4);
    add_var("count", fx.t_int, CWI_STATIC, 0, fx.other, 4);
    add_code();
}

/* Parses one annotation in the scope of `func`. */
static inline enum status parse_one(struct arena *a, cwi_id func, const char *text, struct note **out, struct diag *d)
{
    memset(d, 0, sizeof *d);
    return note_parse(a, note_text_source(a, "t.c", text, strlen(text), 1, 1), note_unit_resolver(a, fx.u, func), out,
                      d);
}

#endif
