/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Linking units that have types in common, and notes: what is equal becomes one, what differs in anything stays apart.
 */
#include "0310-link.h"

static cwi_id type_of(const struct cwi_unit *u, const char *var_name)
{
    return cwi_var_of(u, cwi_find_var(u, NULL, 0, var_name, NULL))->type;
}

static void types(void)
{
    add(with_types("a.c", false, "x"));
    add(with_types("b.c", true, "x"));
    add(with_types("c.c", true, "x"));
    struct cwi_unit *u = link_all();
    struct cwi_unit *alone = with_types("d.c", true, "x");
    ok(u->types.count == alone->types.count,
       "types of equal name and shape are one, circles and declared structs included");
    cwi_unit_free(alone);
    ok(type_of(u, "head_a") == type_of(u, "head_b") && type_of(u, "head_b") == type_of(u, "head_c"),
       "the variables agree");
    const struct cwi_type *node = cwi_type_of(u, type_of(u, "head_a"));
    const struct cwi_type *s = cwi_type_of(u, cwi_type_of(u, node->fields[1].type)->of);
    ok(s->field_count == 1 && s->size == 4, "the declared struct is the defined one");
    cwi_unit_free(u);
    add(with_types("a.c", true, "x"));
    add(with_types("b.c", true, "y"));
    u = link_all();
    ok(type_of(u, "head_a") != type_of(u, "head_b"),
       "structs of one tag and different shape stay apart, and what points to them");
    cwi_unit_free(u);
}

/* Types that differ in one thing only. */
static void different_types(void)
{
    static const struct cwi_enumerator ab[] = {{"A", 0}, {"B", 1}}, ac[] = {{"A", 0}, {"C", 1}},
                                       a2[] = {{"A", 0}, {"B", 2}};
    static const struct cwi_field x = {"x", 2, 0, 0, 3}, y = {"y", 2, 0, 0, 3}, bit = {"x", 2, 0, 1, 3},
                                  wide = {"x", 2, 0, 0, 4}, other = {"x", 3, 0, 0, 3};
#define ENUM(list)                                                                                                     \
    {                                                                                                                  \
        .kind = CWI_INT, .name = "enum e", .bits = 32, .size = 4, .enumerators = (struct cwi_enumerator *)list,        \
        .enumerator_count = 2                                                                                          \
    }
#define RECORD(k, field)                                                                                               \
    {                                                                                                                  \
        .kind = k, .name = "struct s", .size = 4, .fields = (struct cwi_field *)&field, .field_count = 1               \
    }
    static const struct cwi_type pairs[][2] = {
        {ENUM(ab), ENUM(ac)},
        {ENUM(ab), ENUM(a2)},
        {RECORD(CWI_STRUCT, x), RECORD(CWI_STRUCT, y)},
        {RECORD(CWI_STRUCT, x), RECORD(CWI_STRUCT, bit)},
        {RECORD(CWI_STRUCT, x), RECORD(CWI_STRUCT, wide)},
        {RECORD(CWI_STRUCT, x), RECORD(CWI_STRUCT, other)},
        {RECORD(CWI_STRUCT, x), RECORD(CWI_UNION, x)},
        {{.kind = CWI_INT, .name = "t", .bits = 32, .size = 4},
         {.kind = CWI_INT, .name = "t", .bits = 32, .size = 4, .is_signed = true}},
        {{.kind = CWI_INT, .name = "t", .bits = 32, .size = 4}, {.kind = CWI_INT, .name = "u", .bits = 32, .size = 4}},
        {{.kind = CWI_INT, .bits = 32, .size = 4}, {.kind = CWI_INT, .bits = 32, .size = 4, .is_volatile = true}},
        {{.kind = CWI_ARRAY, .of = 2, .count = 3, .size = 12}, {.kind = CWI_ARRAY, .of = 2, .count = 4, .size = 16}},
        {{.kind = CWI_ARRAY, .of = 2, .count = 3, .size = 12}, {.kind = CWI_ARRAY, .of = 3, .count = 3, .size = 12}},
        {{.kind = CWI_PTR, .of = 5, .bits = 64, .size = 8}, {.kind = CWI_PTR, .of = 6, .bits = 64, .size = 8}},
        {{.kind = CWI_FUNC, .of = 2, .size = 1}, {.kind = CWI_FUNC, .of = 2, .size = 1, .is_variadic = true}},
        {{.kind = CWI_FUNC, .of = 2, .size = 1}, {.kind = CWI_FUNC, .of = 3, .size = 1}},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        for (int second = 0; second < 2; second++) {
            for (int unit = 0; unit < 2; unit++) {
                struct made m = make_unit(unit ? "b.c" : "a.c");
                cwi_add_var(m.u, &(struct cwi_var){.name = unit ? "b" : "a",
                                                   .linkage = CWI_GLOBAL,
                                                   .type = cwi_add_type(m.u, &pairs[i][unit && second])});
                add(m.u);
            }
            struct cwi_unit *u = link_all();
            ok((type_of(u, "a") == type_of(u, "b")) == !second, "pair %zu: types are one when nothing differs", i);
            cwi_unit_free(u);
        }
}

static void notes(void)
{
    for (int i = 0; i < 2; i++) {
        struct made m = make_unit(i ? "b.c" : "a.c");
        cwi_id header = cwi_add_file(m.u, "shared.h");
        struct cwi_ref refs[] = {{CWI_REF_VAR, add_var(&m, "v", i ? CWI_EXTERN : CWI_GLOBAL, 0)},
                                 {CWI_REF_TYPE, m.t_long}};
        cwi_add_note(m.u,
                     &(struct cwi_note){
                         .word = "abstract", .text = "$0 : int", .at = {header, 3, 9}, .refs = refs, .ref_count = 2});
        cwi_add_note(m.u, &(struct cwi_note){.word = "entry", .text = "main", .at = at(&m, 3, 9)});
        cwi_add_loss(m.u, &(struct cwi_loss){"a vector", {header, 7, 1}, 0});
        add(m.u);
    }
    struct cwi_unit *u = link_all();
    ok(u->notes.count == 3 && u->losses.count == 1,
       "a note in a header that two units include is one, others are kept");
    ok(u->notes.items[0].refs[0].id == cwi_find_var(u, NULL, 0, "v", NULL) && u->files.count == 4,
       "what it refers to is renumbered");
    cwi_unit_free(u);
}

int main(void)
{
    types();
    different_types();
    notes();
    return done();
}
