/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rules of linking, one after another: statics, precedence of definitions, comdat groups, aliases, archives, types,
 * units that come twice, and linking in steps.
 */
#include "0300-units.h"

/* ---- a small linker -----------------------------------------------------------------------------------------------
 */

static int warnings;
static char last_warning[sizeof((struct diag *)0)->text];

static void count_warning(void *context, const struct diag *d)
{
    (void)context;
    warnings++;
    snprintf(last_warning, sizeof last_warning, "%s", d->text);
}

static struct cwi_inputs inputs;

static struct cwi_input *add(struct cwi_unit *u)
{
    if (!inputs.arena)
        inputs.arena = arena_new();
    struct cwi_unit **units = arena_alloc(inputs.arena, sizeof *units);
    *units = u;
    struct cwi_input in = {.path = u->name, .units = units, .unit_count = 1};
    vec_push(&inputs.list, in);
    return &inputs.list.items[inputs.list.count - 1];
}

static struct cwi_unit *link_all(void)
{
    struct cwi_unit *u = NULL;
    struct diag d = {0};
    struct diag_sink sink = {count_warning, NULL};
    warnings = 0;
    if (cwi_link(&inputs, "prog", &sink, &u, &d) != ST_OK)
        ok(false, "linking failed: %s", d.text);
    cwi_inputs_free(&inputs);
    inputs = (struct cwi_inputs){0};
    return u;
}

/* What function `name` of `file` returns, as text; the unit's only block is `return ...`. */
static const char *result_of(const struct cwi_unit *u, const char *file, const char *name)
{
    static char text[300];
    cwi_id id = cwi_find_func(u, file, name, NULL);
    if (!id || !cwi_func_of(u, id)->block_count)
        return id ? "no body" : "no function";
    struct buf b = {0};
    const struct cwi_block *last = &cwi_func_of(u, id)->blocks[0];
    cwi_print_expr(u, last->stmts[last->count - 1].rhs, &b);
    snprintf(text, sizeof text, "%s", buf_str(&b));
    buf_free(&b);
    return text;
}

static size_t funcs_called(const struct cwi_unit *u, const char *name)
{
    size_t n = 0;
    for (size_t i = 1; i < u->funcs.count; i++)
        n += !strcmp(u->funcs.items[i]->name, name);
    return n;
}

static size_t vars_called(const struct cwi_unit *u, const char *name)
{
    size_t n = 0;
    for (size_t i = 1; i < u->vars.count; i++)
        n += u->vars.items[i]->name && !strcmp(u->vars.items[i]->name, name);
    return n;
}

/* ---- the rules ----------------------------------------------------------------------------------------------------
 */

static struct cwi_unit *with_static(const char *file, int n)
{
    struct made m = make_unit(file);
    cwi_id v = add_var(&m, "counter", CWI_STATIC, 0);
    cwi_id f = add_body(&m, "helper", CWI_STATIC, cwi_expr_binary(m.a, CWI_ADD, m.t_int, var(&m, v), num(&m, n)));
    cwi_id entry = add_func(&m, n == 1 ? "one" : "two", CWI_GLOBAL);
    cwi_id t = add_var(&m, "t", CWI_TEMP, entry);
    ex lhs = var(&m, t);
    struct cwi_stmt call = {.kind = CWI_CALL, .lhs = lhs, .rhs = call_to(&m, f)};
    give_body(&m, entry, &call, 1, lhs);
    return m.u;
}

static void statics(void)
{
    add(with_static("a.c", 1));
    add(with_static("b.c", 2));
    struct cwi_unit *u = link_all();
    bool ambiguous;
    ok(funcs_called(u, "helper") == 2 && vars_called(u, "counter") == 2, "statics of equal names stay apart");
    ok(cwi_find_func(u, NULL, "helper", &ambiguous) && ambiguous, "their name alone is ambiguous");
    cwi_id b = cwi_find_func(u, "b.c", "helper", &ambiguous);
    ok(b && !ambiguous && cwi_func_of(u, b)->unit_file == 2, "with their file it is not");
    is(result_of(u, "b.c", "helper"), "counter + 2", "each keeps its own body");
    const struct cwi_func *two = cwi_func_of(u, cwi_find_func(u, NULL, "two", NULL));
    ok(two->blocks[0].stmts[0].rhs->ref == b, "and is called by its own unit");
    ok(u->is_linked && u->members.count == 2 && warnings == 0, "nothing is warned about");
    cwi_unit_free(u);
}

static struct cwi_unit *with_func(const char *file, const char *name, enum cwi_linkage linkage, int n)
{
    struct made m = make_unit(file);
    cwi_id f = linkage == CWI_EXTERN ? add_func(&m, name, linkage) : add_body(&m, name, linkage, num(&m, n));
    cwi_id local = linkage == CWI_EXTERN ? 0 : add_var(&m, "local", CWI_AUTO, f);
    (void)local;
    char user[20];
    snprintf(user, sizeof user, "use_%c", file[0]);
    add_body(&m, user, CWI_GLOBAL, call_to(&m, f));
    return m.u;
}

static void precedence(void)
{
    static const struct {
        enum cwi_linkage first, second;
        const char *wins;
        int warnings;
    } cases[] = {
        {CWI_EXTERN, CWI_GLOBAL, "2", 0}, {CWI_GLOBAL, CWI_EXTERN, "1", 0},       {CWI_WEAK, CWI_GLOBAL, "2", 0},
        {CWI_GLOBAL, CWI_WEAK, "1", 0},   {CWI_WEAK, CWI_WEAK, "1", 0},           {CWI_GLOBAL, CWI_GLOBAL, "1", 1},
        {CWI_EXTERN, CWI_WEAK, "2", 0},   {CWI_EXTERN, CWI_EXTERN, "no body", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        add(with_func("a.c", "f", cases[i].first, 1));
        add(with_func("b.c", "f", cases[i].second, 2));
        struct cwi_unit *u = link_all();
        const char *first = cwi_linkage_names[cases[i].first], *second = cwi_linkage_names[cases[i].second];
        is(result_of(u, NULL, "f"), cases[i].wins, "the definition that counts");
        ok(warnings == cases[i].warnings, "%s and %s: %d warnings", first, second, cases[i].warnings);
        cwi_id f = cwi_find_func(u, NULL, "f", NULL);
        ok(funcs_called(u, "f") == 1 && vars_called(u, "local") == (cases[i].wins[0] != 'n'), "one f, its locals once");
        const struct cwi_func *user = cwi_func_of(u, cwi_find_func(u, NULL, "use_b", NULL));
        ok(user->blocks[0].stmts[0].rhs->ref == f, "both units mean it");
        cwi_unit_free(u);
    }
    add(with_func("a.c", "f", CWI_GLOBAL, 1));
    add(with_func("b.c", "f", CWI_GLOBAL, 2));
    cwi_unit_free(link_all());
    is(last_warning, "'f' is defined a second time; the definition in a.c:10 counts", "a second definition is told");
}

static struct cwi_unit *with_var(const char *file, enum cwi_linkage linkage, uint64_t count, int value)
{
    struct made m = make_unit(file);
    cwi_id array = cwi_add_type(m.u, &(struct cwi_type){.kind = CWI_ARRAY,
                                                        .of = m.t_int,
                                                        .count = count ? count : CWI_UNKNOWN,
                                                        .size = count ? 4 * count : CWI_UNKNOWN});
    struct cwi_init init = {.value = num(&m, value), .size = 4};
    cwi_add_var(m.u, &(struct cwi_var){.name = "v",
                                       .asm_name = "v",
                                       .linkage = linkage,
                                       .type = array,
                                       .init = &init,
                                       .init_count = value != 0,
                                       .is_address_taken = file[0] == 'b',
                                       .at = at(&m, 4, 1)});
    return m.u;
}

static void variables(void)
{
    static const struct {
        enum cwi_linkage first, second;
        uint64_t count[2];
        uint64_t size;
        enum cwi_linkage linkage;
    } cases[] = {
        {CWI_EXTERN, CWI_GLOBAL, {0, 5}, 20, CWI_GLOBAL}, {CWI_COMMON, CWI_COMMON, {3, 7}, 28, CWI_COMMON},
        {CWI_COMMON, CWI_COMMON, {7, 3}, 28, CWI_COMMON}, {CWI_COMMON, CWI_GLOBAL, {9, 5}, 20, CWI_GLOBAL},
        {CWI_COMMON, CWI_WEAK, {9, 5}, 36, CWI_COMMON},   {CWI_WEAK, CWI_COMMON, {9, 5}, 20, CWI_COMMON},
        {CWI_EXTERN, CWI_EXTERN, {0, 5}, 20, CWI_EXTERN}, {CWI_EXTERN, CWI_COMMON, {5, 2}, 8, CWI_COMMON},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        add(with_var("a.c", cases[i].first, cases[i].count[0], 0));
        add(with_var("b.c", cases[i].second, cases[i].count[1], 0));
        struct cwi_unit *u = link_all();
        const struct cwi_var *v = cwi_var_of(u, cwi_find_var(u, NULL, 0, "v", NULL));
        ok(u->vars.count == 2 && cwi_type_of(u, v->type)->size == cases[i].size && v->linkage == cases[i].linkage &&
               v->is_address_taken,
           "variables: %s and %s become one, %s", cwi_linkage_names[cases[i].first], cwi_linkage_names[cases[i].second],
           cwi_linkage_names[cases[i].linkage]);
        cwi_unit_free(u);
    }
}

static struct cwi_unit *with_comdat(const char *file, const char *group, int n)
{
    struct made m = make_unit(file);
    cwi_id f = add_body(&m, "inline_f", CWI_GLOBAL, num(&m, n));
    cwi_func_of(m.u, f)->comdat = arena_str(m.a, group);
    cwi_id state = add_var(&m, "inline_state", CWI_WEAK, 0);
    cwi_var_of(m.u, state)->comdat = arena_str(m.a, group);
    struct cwi_ref ref = {CWI_REF_VAR, add_var(&m, "x", CWI_AUTO, f)};
    cwi_add_note(m.u,
                 &(struct cwi_note){.word = "abstract", .text = "$0 : int", .func = f, .refs = &ref, .ref_count = 1});
    cwi_add_loss(m.u, &(struct cwi_loss){"something", {0, 0, 0}, f});
    if (file[0] == 'b') { /* only the second one has this: it goes with its group */
        cwi_id only = add_body(&m, "only_b", CWI_GLOBAL, num(&m, 9));
        cwi_func_of(m.u, only)->comdat = arena_str(m.a, group);
    }
    return m.u;
}

static void comdat(void)
{
    add(with_comdat("a.c", "g", 1));
    add(with_comdat("b.c", "g", 2));
    struct cwi_unit *u = link_all();
    is(result_of(u, NULL, "inline_f"), "1", "of a comdat group the first unit's counts");
    ok(warnings == 0 && vars_called(u, "inline_state") == 1 && vars_called(u, "x") == 1,
       "without a warning, and whole");
    ok(u->notes.count == 1 && u->losses.count == 1, "notes and losses of what was dropped go with it");
    is(result_of(u, NULL, "only_b"), "no body", "a member that only the dropped group had is gone");
    cwi_unit_free(u);
}

static struct cwi_unit *with_alias(enum cwi_linkage linkage)
{
    struct made m = make_unit("alias.c");
    add_body(&m, "impl", CWI_STATIC, num(&m, 5));
    cwi_id f = add_func(&m, "f", linkage);
    cwi_func_of(m.u, f)->alias_of = arena_str(m.a, "impl");
    cwi_id g = add_func(&m, "g", CWI_GLOBAL);
    cwi_func_of(m.u, g)->alias_of = arena_str(m.a, "f");
    cwi_id v = add_var(&m, "v", CWI_GLOBAL, 0), w = add_var(&m, "w", CWI_GLOBAL, 0);
    cwi_var_of(m.u, w)->alias_of = arena_str(m.a, "v");
    (void)v;
    add_body(&m, "use_w", CWI_GLOBAL, var(&m, w));
    return m.u;
}

static ex return_of(const struct cwi_unit *u, const char *name)
{
    return cwi_func_of(u, cwi_find_func(u, NULL, name, NULL))->blocks[0].stmts[0].rhs;
}

static void aliases(void)
{
    add(with_func("a.c", "f", CWI_EXTERN, 0));
    add(with_alias(CWI_WEAK));
    struct cwi_unit *u = link_all();
    is(result_of(u, NULL, "f"), "5", "an alias is found as its definition");
    is(result_of(u, NULL, "g"), "5", "through another alias too");
    ok(return_of(u, "use_a")->ref == cwi_find_func(u, NULL, "impl", NULL), "code refers to the definition");
    ok(return_of(u, "use_w")->ref == cwi_find_var(u, NULL, 0, "v", NULL), "variables too");
    add(u);
    add(with_func("b.c", "f", CWI_GLOBAL, 6));
    u = link_all();
    is(result_of(u, NULL, "f"), "6", "a weak alias gives way, even after a first link");
    cwi_id f = cwi_find_func(u, NULL, "f", NULL);
    ok(return_of(u, "use_a")->ref == f && return_of(u, "use_b")->ref == f, "and everybody means the new one");
    cwi_unit_free(u);
}

static void archive(void)
{
    static const struct {
        const char *file, *defines, *wants;
    } members[] = {{"m1.c", "f1", "f3"}, {"m2.c", "f2", NULL}, {"m3.c", "f3", NULL}, {"m4.c", "f4", "f2"}};
    add(with_func("a.c", "f1", CWI_EXTERN, 0));
    for (int i = 0; i < 4; i++) {
        struct cwi_input *in = add(with_func(members[i].file, members[i].defines, CWI_GLOBAL, i));
        in->is_lazy = in->is_elf = true;
        const char **names = arena_alloc(inputs.arena, 2 * sizeof *names);
        names[0] = members[i].defines;
        names[1] = members[i].wants;
        in->defines = names;
        in->define_count = 1;
        in->wants = names + 1;
        in->want_count = members[i].wants != NULL;
    }
    struct cwi_unit *u = link_all();
    ok(funcs_called(u, "f1") && funcs_called(u, "f3"),
       "a member that defines something wanted is pulled, and what it wants");
    ok(!funcs_called(u, "f2") && !funcs_called(u, "f4"), "the others are not");
    cwi_unit_free(u);
}

/* a.c declares struct s; b.c defines it; both have node, which points to itself and to s. */
static struct cwi_unit *with_types(const char *file, bool defined, const char *tag)
{
    struct made m = make_unit(file);
    cwi_id s = cwi_add_type(m.u, &(struct cwi_type){.kind = CWI_STRUCT, .name = "struct s", .size = CWI_UNKNOWN});
    if (defined) {
        struct cwi_field f = {tag, m.t_int, 0, 0, 0};
        *cwi_type_of(m.u, s) = (struct cwi_type){.kind = CWI_STRUCT,
                                                 .name = "struct s",
                                                 .size = 4,
                                                 .field_count = 1,
                                                 .fields = arena_copy(m.a, &f, sizeof f)};
    }
    cwi_id node = cwi_add_type(m.u, &(struct cwi_type){.kind = CWI_STRUCT, .name = "struct node", .size = 16});
    struct cwi_field fields[] = {{"next", add_ptr(m.u, node), 0, 0, 0}, {"s", add_ptr(m.u, s), 8, 0, 0}};
    fields[0].name = arena_str(m.a, "next");
    cwi_type_of(m.u, node)->fields = arena_copy(m.a, fields, sizeof fields);
    cwi_type_of(m.u, node)->field_count = 2;
    char name[20];
    snprintf(name, sizeof name, "head_%c", file[0]);
    cwi_add_var(m.u, &(struct cwi_var){.name = name, .asm_name = name, .linkage = CWI_GLOBAL, .type = node});
    return m.u;
}

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

/* ---- the same unit twice, and linking in steps --------------------------------------------------------------------
 */

static struct cwi_unit *again(const struct cwi_unit *u)
{
    struct buf b = {0};
    struct diag d;
    struct cwi_unit **units, *copy = NULL;
    size_t n;
    if (cwi_write(u, &b, &d) == ST_OK && cwi_read("again", b.data, b.size, &units, &n, &d) == ST_OK) {
        copy = units[0];
        free(units);
    }
    buf_free(&b);
    return copy;
}

static void doubles(void)
{
    add(with_static("a.c", 1));
    add(with_static("b.c", 2));
    struct cwi_unit *ab = link_all();
    add(with_static("a.c", 1));
    add(again(ab));
    add(with_static("a.c", 1));
    add(again(ab));
    struct cwi_unit *u = link_all();
    ok(funcs_called(u, "helper") == 2 && warnings == 0, "a unit that comes in by several ways is taken once");
    char *x = dump_of(ab), *y = dump_of(u);
    is(y, x, "nothing else is there");
    free(x);
    free(y);
    cwi_unit_free(u);
    add(ab);
    add(with_static("c.c", 2));
    u = link_all();
    ok(funcs_called(u, "helper") == 3 && warnings == 1, "another unit of the same names is another unit");
    cwi_unit_free(u);
}

static struct cwi_unit *make_nth(int i)
{
    switch (i) {
    case 0:
        return with_static("a.c", 1);
    case 1:
        return with_types("b.c", false, "x");
    case 2:
        return with_func("c.c", "f", CWI_WEAK, 1);
    case 3:
        return with_comdat("d.c", "g", 4);
    case 4:
        return with_types("e.c", true, "x");
    case 5:
        return with_func("f.c", "f", CWI_GLOBAL, 2);
    case 6:
        return with_comdat("b.c", "g", 5);
    case 7:
        return with_alias(CWI_WEAK);
    default:
        return make_everything().m.u;
    }
}
enum { UNITS = 9 };

/* Links the first n, then the others one by one, or in one lump, through files or not. */
static char *in_steps(int n, bool lump, bool written)
{
    for (int i = 0; i < n; i++)
        add(make_nth(i));
    struct cwi_unit *u = link_all();
    for (int i = n; i < UNITS;) {
        if (written) {
            struct cwi_unit *copy = again(u);
            cwi_unit_free(u);
            u = copy;
        }
        if (lump) {
            for (; i < UNITS; i++)
                add(make_nth(i));
            struct cwi_unit *rest = link_all();
            add(u);
            add(rest);
        } else {
            add(u);
            add(make_nth(i++));
        }
        u = link_all();
    }
    char *text = dump_of(u);
    cwi_unit_free(u);
    return text;
}

static void steps(void)
{
    char *all = in_steps(UNITS, false, false);
    for (int n = 1; n < UNITS; n++)
        for (int way = 0; way < 4; way++) {
            char *text = in_steps(n, way & 1, way & 2);
            if (!is(text, all, "linking in steps gives what linking at once gives"))
                n = UNITS;
            free(text);
        }
    free(all);
}

static void targets(void)
{
    struct cwi_unit *u = NULL;
    struct diag d;
    add(with_static("a.c", 1));
    struct cwi_unit *b = with_static("b.c", 2);
    b->big_endian = true;
    add(b);
    ok(cwi_link(&inputs, "prog", NULL, &u, &d) == ST_BAD && strstr(d.text, "another target"),
       "units of different targets do not link");
    cwi_inputs_free(&inputs);
    inputs = (struct cwi_inputs){0};
    u = link_all();
    ok(u && u->funcs.count == 1, "a link of nothing is an empty unit");
    cwi_unit_free(u);
}

/* Two shared libraries, each with a global that only it sees, and one that both export. */
static void modules(void)
{
    static const char *const exports[] = {"api", "api"};
    static const char *const callers[] = {"use_a", "use_b"};
    for (int i = 0; i < 2; i++) {
        struct made m = make_unit(i ? "b.c" : "a.c");
        cwi_id hidden = add_body(&m, "hidden", CWI_GLOBAL, num(&m, 10 + i));
        add_body(&m, "api", CWI_GLOBAL, num(&m, 20 + i));
        add_body(&m, callers[i], CWI_STATIC, call_to(&m, hidden));
        struct cwi_input *in = add(m.u);
        in->is_module = in->is_elf = true;
        in->defines = (const char **)&exports[i];
        in->define_count = 1;
    }
    struct cwi_unit *u = link_all();
    ok(funcs_called(u, "hidden") == 2 && funcs_called(u, "api") == 1 && warnings == 0,
       "what a library does not export is its own");
    ok(return_of(u, "use_a")->ref != return_of(u, "use_b")->ref, "each means its own");
    is(result_of(u, NULL, "api"), "20", "what both export is the first's");
    cwi_unit_free(u);
}

int main(void)
{
    statics();
    precedence();
    variables();
    comdat();
    aliases();
    archive();
    types();
    different_types();
    notes();
    doubles();
    steps();
    targets();
    modules();
    return done();
}
