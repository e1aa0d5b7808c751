/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The plugin's door: who loads us, and when each part runs.
 *
 * Invariant: nothing happens where no C is compiled: under -E, -M and -fsyntax-only, after an error, and in the
 * compilers of other languages. A compiler of another version is refused by name.
 */
#include "plugin/plugin.h"

#include "c-family/c-pragma.h"
#include "context.h"
#include "file-prefix-map.h"
#include "intl.h"
#include "output.h"
#include "langhooks.h"
#include "plugin-version.h"
#include "toplev.h"

extern cpp_reader *parse_in __attribute__((weak));
extern const char *pch_file __attribute__((weak)); /* both: the compilers of other languages have none */

int plugin_is_GPL_compatible __attribute__((visibility("default")));
struct tu tu;

extern "C" void base_out_of_memory(size_t wanted)
{
    fatal_error(UNKNOWN_LOCATION, "cwolf: out of memory allocating %lu bytes", (unsigned long)wanted);
}

/* ---- a unit ------------------------------------------------------------------------------------------------------ */

static void unit_begin(void)
{
    if (tu.u || !main_input_filename)
        return;
    tu.u = cwi_unit_new("");
    tu.a = tu.u->arena;
    tu.is_cxx = str_begins(lang_hooks.name, "GNU C++");
    tu.func_names = base_intern_new();
    tu.literals = base_intern_new();
    tu.u->name = arena_str(tu.a, remap_debug_filename(main_input_filename));
    tu.u->producer = arena_printf(tu.a, "%s %s", lang_hooks.name, gcc_version.basever);
    tu.u->pointer_bits = POINTER_SIZE;
    tu.u->big_endian = BYTES_BIG_ENDIAN;
    tu.u->char_is_signed = !TYPE_UNSIGNED(char_type_node);
    cwi_add_file(tu.u, tu.u->name);
}

/* Pragmas inside a precompiled header would vanish without a word: GCC is to read the header itself. */
static int refuse_pch(cpp_reader *, const char *, int)
{
    return 0;
}

static void on_start_unit(void *, void *)
{
    unit_begin();
    if (!tu.u)
        return;
    cpp_get_callbacks(parse_in)->valid_pch = refuse_pch;
    options_notes();
}

static void on_finish_declaration(void *event, void *)
{
    tree decl = (tree)event;
    pragmas_retry();
    if (TREE_CODE(decl) != VAR_DECL || !current_function_decl || !DECL_INITIAL(decl) ||
        DECL_INITIAL(decl) == error_mark_node)
        return;
    base_map64_put(&tu.initialisers, DECL_UID(decl), get_pure_location(EXPR_LOCATION(DECL_INITIAL(decl))));
}

static void on_finish_function(void *event, void *)
{
    tree decl = (tree)event;
    if (decl && TREE_CODE(decl) == FUNCTION_DECL)
        tu.func_order.safe_push(DECL_UID(decl));
    pragmas_retry();
}

static void on_all_lowered(void *, void *)
{
    if (tu.u && !seen_error())
        statics_finish();
}

static void on_finish_unit(void *, void *)
{
    pragmas_finish();
    if (!tu.u || seen_error() || flag_syntax_only || pch_file || !asm_out_file)
        return;
    unit_order();
    unit_emit();
}

/* Where there are errors the unit is not finished. */
static void on_finish(void *, void *)
{
    if (tu.u)
        pragmas_finish();
}

static void on_mark(void *, void *)
{
    for (tree t : tu.var_decls)
        if (t)
            gt_ggc_mx_tree_node(t);
    for (tree t : tu.func_decls)
        if (t)
            gt_ggc_mx_tree_node(t);
    for (tree t : tu.open_types)
        gt_ggc_mx_tree_node(t);
}

/* ---- passes ------------------------------------------------------------------------------------------------------ */

static bool is_translated(function *f)
{
    return is_wanted(f->decl) && tu.u && !seen_error() && !f->cfg;
}

static const pass_data before_data = {GIMPLE_PASS, "*cwolf-calls", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0};
static const pass_data after_data = {GIMPLE_PASS, "*cwolf", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0};

class pass_before : public gimple_opt_pass
{
  public:
    pass_before() : gimple_opt_pass(before_data, g)
    {
    }
    unsigned execute(function *f) override
    {
        if (is_translated(f))
            originals_record(gimple_body(f->decl));
        return 0;
    }
};

class pass_after : public gimple_opt_pass
{
  public:
    pass_after() : gimple_opt_pass(after_data, g)
    {
    }
    unsigned execute(function *f) override
    {
        if (is_translated(f))
            translate_function();
        return 0;
    }
};

static void add_pass(opt_pass *pass, const char *reference, enum pass_positioning_ops where)
{
    struct register_pass_info info = {pass, reference, 1, where};
    register_callback("cwolf", PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}

/* ---- the door ---------------------------------------------------------------------------------------------------- */

static bool is_our_compiler(const struct plugin_gcc_version *version)
{
    if (!strcmp(version->basever, gcc_version.basever))
        return true;
    error("cwolf: this plugin was built for GCC %s and is loaded by GCC %s", gcc_version.basever, version->basever);
    return false;
}

extern "C" __attribute__((visibility("default"))) int plugin_init(struct plugin_name_args *info,
                                                                  struct plugin_gcc_version *version)
{
    if (!is_our_compiler(version))
        return 0; /* the error has been counted; "failed to initialize plugin" would only bury it */
    bool is_c = str_begins(lang_hooks.name, "GNU C") && !flag_preprocess_only;
    options_parse(info->argc, info->argv);
    if (!is_c)
        return 0;
    register_callback(info->base_name, PLUGIN_START_UNIT, on_start_unit, NULL);
    register_callback(info->base_name, PLUGIN_FINISH_DECL, on_finish_declaration, NULL);
    register_callback(info->base_name, PLUGIN_FINISH_PARSE_FUNCTION, on_finish_function, NULL);
    register_callback(info->base_name, PLUGIN_ALL_IPA_PASSES_START, on_all_lowered, NULL);
    register_callback(info->base_name, PLUGIN_FINISH_UNIT, on_finish_unit, NULL);
    register_callback(info->base_name, PLUGIN_FINISH, on_finish, NULL);
    register_callback(info->base_name, PLUGIN_GGC_MARKING, on_mark, NULL);
    add_pass(new pass_before, "lower", PASS_POS_INSERT_BEFORE);
    add_pass(new pass_after, "eh", PASS_POS_INSERT_AFTER);
    pragmas_register();
    return 0;
}
