/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * #pragma cwolf: annotations in the source. Names mean what they mean in C where the pragma stands.
 *
 * A wrong annotation is an error of the compilation at its own line and column. A right one goes into the unit, its
 * names replaced by references. Invariant: looking a name up leaves no mark on it (nothing counts as used).
 */
#include "plugin/tokens.h"

#include "c-family/c-pragma.h"

/* What lookup_name_fuzzy returns (gcc/c-family/name-hint.h, which is not installed): a suggestion, and perhaps a
 * message that its destructor prints ("'NULL' is defined in header '<stddef.h>'"). */
enum lookup_name_fuzzy_kind { FUZZY_LOOKUP_TYPENAME, FUZZY_LOOKUP_FUNCTION_NAME, FUZZY_LOOKUP_NAME };
class deferred_diagnostic
{
  public:
    virtual ~deferred_diagnostic();
};
class name_hint
{
  public:
    const char *suggestion;
    deferred_diagnostic *later;
    ~name_hint()
    {
        delete later;
    }
};

/* The compilers of other languages do not have these. */
extern tree lookup_name(tree) __attribute__((weak));
extern name_hint lookup_name_fuzzy(tree, enum lookup_name_fuzzy_kind, location_t) __attribute__((weak));
extern void c_register_pragma(const char *, const char *, pragma_handler_1arg) __attribute__((weak));
extern enum cpp_ttype pragma_lex(tree *, location_t *) __attribute__((weak));
extern tree identifier_global_tag(tree) __attribute__((weak));

/* ---- names ------------------------------------------------------------------------------------------------------- */

/* What the compiler would suggest; a suggested header is told when the hint goes, after our own message. */
static name_hint *hint;

static struct name_meaning unknown(const char *name)
{
    struct name_meaning m = {};
    m.kind = NAME_UNKNOWN;
    delete hint;
    hint = new name_hint(lookup_name_fuzzy(get_identifier(name), FUZZY_LOOKUP_NAME, input_location));
    m.nearest = arena_str(tu.a, hint->suggestion);
    return m;
}

/* The number of a parameter, by its name in the function's declaration. */
static struct name_meaning parameter(const char *func, const char *name)
{
    struct name_meaning m = {};
    tree id = maybe_get_identifier(func);
    tree decl = id ? lookup_name(id) : NULL_TREE;
    if (!decl || TREE_CODE(decl) != FUNCTION_DECL)
        return m;
    for (tree p = DECL_ARGUMENTS(decl); p; p = DECL_CHAIN(p), m.value++)
        if (DECL_NAME(p) && !strcmp(IDENTIFIER_POINTER(DECL_NAME(p)), name)) {
            m.kind = NAME_CONST;
            return m;
        }
    return m;
}

static struct name_meaning resolve(void *, const char *file, const char *func, const char *name)
{
    struct name_meaning m = {};
    if (func && !file)
        return parameter(func, name);
    tree id = file || func ? NULL_TREE : maybe_get_identifier(name);
    tree decl = id ? lookup_name(id) : NULL_TREE;
    if (!decl || decl == error_mark_node)
        return unknown(name);
    switch (TREE_CODE(decl)) {
    case VAR_DECL:
    case PARM_DECL:
        m.kind = NAME_VAR;
        m.id = var_id(decl);
        return m;
    case FUNCTION_DECL:
        m.kind = NAME_FUNC;
        m.id = func_id(decl);
        return m;
    case CONST_DECL:
        m.kind = NAME_CONST;
        m.value = TREE_INT_CST_LOW(DECL_INITIAL(decl));
        m.type = type_id(TREE_TYPE(DECL_INITIAL(decl)));
        return m;
    default:
        return unknown(name);
    }
}

static cwi_id resolve_type(void *, const char *name)
{
    bool is_tag = str_begins(name, "struct ") || str_begins(name, "union ") || str_begins(name, "enum ");
    const char *tag = is_tag ? strchr(name, ' ') + 1 : name;
    tree id = maybe_get_identifier(tag);
    if (!id)
        return 0;
    tree found = is_tag ? identifier_global_tag(id) : lookup_name(id);
    if (!found || found == error_mark_node)
        return 0;
    if (TREE_CODE(found) == TYPE_DECL)
        found = TREE_TYPE(found);
    return TYPE_P(found) ? type_id(found) : 0;
}

/* ---- one pragma -------------------------------------------------------------------------------------------------- */

/* A design is read when the program is checked, but a wrong name is found now. */
static bool design_exists(const struct note *n, location_t loc)
{
    const char *path = base_path_beside(tu.a, LOCATION_FILE(loc), n->u.spec.file);
    if (!access(path, R_OK)) {
        dependency(path);
        return true;
    }
    error_at(loc, "the design %qs cannot be read: %m [cwolf]", path);
    return false;
}

static void add_note(struct note *n, location_t loc)
{
    struct buf text = {};
    struct note_refs refs = {};
    if (n->kind == NOTE_SPEC && !design_exists(n, loc))
        return;
    note_print_canonical(tu.u, n, &text, &refs);
    struct cwi_note c = {};
    c.word = note_words[n->kind];
    c.text = buf_str(&text);
    c.at = place_of(loc);
    c.func = current_function_decl ? func_called_id(current_function_decl) : 0;
    c.refs = refs.list.items;
    c.ref_count = refs.list.count;
    cwi_add_note(tu.u, &c);
    buf_free(&text);
    free(refs.list.items);
}

static void report(const struct pragma_tokens *p, const struct diag *d)
{
    error_at(tokens_location(p, d->at), "%s [cwolf]", d->text);
    if (cpp_get_options(parse_in)->preprocessed && strstr(d->text, "no variable"))
        inform(tokens_location(p, d->at), "macros in pragmas are not expanded when preprocessing is a separate step");
}

static void handle_in_cxx(void)
{
    tree value;
    location_t first = input_location, loc = 0;
    enum cpp_ttype type = pragma_lex(&value, &first);
    while (type != CPP_EOF)
        type = pragma_lex(&value, &loc);
    /* a macro of cwolf.h stands in a system header, about which GCC would say nothing */
    first = expansion_point_location_if_in_system_header(first);
    warning_at(first, OPT_Wpragmas, "cwolf pragmas are understood in C only: write a map file");
}

/* One that stands before what it names waits until that is declared. */
struct pragma {
    struct arena *a;
    struct pragma_tokens tokens;
    location_t loc;
    struct diag d; /* why it could not be understood so far */
    ~pragma()
    {
        arena_free(a);
    }
};
static vec<pragma *> waiting;

static bool understand(pragma *x)
{
    struct note_source source = tokens_source(&x->tokens);
    struct note_resolver resolver = {tu.u, NULL, resolve, resolve_type};
    struct note *n = NULL;
    if (note_parse(x->a, &source, &resolver, &n, &x->d))
        return false;
    add_note(n, x->loc);
    return true;
}

static void forget_hint(void)
{
    delete hint;
    hint = NULL;
}

static void handle(cpp_reader *)
{
    if (!tu.u)
        return;
    if (tu.is_cxx) {
        handle_in_cxx();
        return;
    }
    pragma *x = new pragma{};
    x->a = x->tokens.a = arena_new();
    tokens_take(&x->tokens);
    x->loc = x->tokens.line.length() ? x->tokens.line[0].src_loc : input_location;
    bool understood = understand(x);
    bool waits = !understood && hint && !current_function_decl;
    if (!understood && !waits)
        report(&x->tokens, &x->d);
    forget_hint();
    if (waits)
        waiting.safe_push(x);
    else
        delete x;
}

void pragmas_retry(void)
{
    unsigned kept = 0;
    if (current_function_decl)
        return;
    for (unsigned i = 0; i < waiting.length(); i++) {
        tokens_again(&waiting[i]->tokens);
        if (understand(waiting[i]))
            delete waiting[i];
        else
            waiting[kept++] = waiting[i];
        forget_hint();
    }
    waiting.truncate(kept);
}

void pragmas_finish(void)
{
    for (pragma *x : waiting) {
        report(&x->tokens, &x->d);
        delete x;
    }
    waiting.truncate(0);
}

static void on_pragmas(void *, void *)
{
    if (c_register_pragma)
        c_register_pragma(NULL, "cwolf", handle);
}

void pragmas_register(void)
{
    register_callback("cwolf", PLUGIN_PRAGMAS, on_pragmas, NULL);
}
