/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rules of linking for symbols, one after another: statics, precedence of definitions, comdat groups, aliases,
 * archives, shared libraries.
 */
#include "0310-link.h"

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
    modules();
    return done();
}
