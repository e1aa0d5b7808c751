/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The constraints of calls: parameters and results of functions with a body, and what external functions do.
 */
#include "runtime/points/private.h"

/* Longer memcpy and those of unknown length mix what they copy. */
enum { COPIED_WORDS_MAX = 64 };

static const struct pt_access whole = {.is_whole = true, .count = 1};

const struct effect *pt_effect(struct pt *pt, cwi_id func)
{
    if (!pt->effects[func]) {
        pt->effects[func] = ARENA_NEW(pt->arena, struct effect);
        *pt->effects[func] = pt_effect_of(pt->unit, func, pt->notes);
    }
    return pt->effects[func];
}

/* The object of what the call allocates; `site`: the call of malloc, in `func`. */
static uint32_t new_block(struct pt *pt, struct map64 *blocks, uint64_t key, cwi_id func, const struct cwi_stmt *site,
                          bool *is_new)
{
    uint32_t object;
    *is_new = !base_map64_get(blocks, key, &object);
    if (!*is_new)
        return object;
    object = pt_new_object(pt);
    base_map64_put(&pt->sites, object, (uint32_t)pt->heap.count);
    vec_push(&pt->heap, ((struct pt_object){PT_HEAP, func, site}));
    base_map64_put(blocks, key, object);
    return object;
}

/* What is known of a new block of so many bytes (0: that is not known). */
static void describe_block(struct pt *pt, const struct pt_call *c, uint64_t size, uint32_t object)
{
    cwi_id type = pt_effect_block_type(pt->unit, c->func, c->stmt, size);
    if (type)
        pt_give_type(pt, object, type, size);
    else if (size)
        pt_bound(pt, object, size);
}

/* With an effect: the block is what the call gives. */
static uint32_t new_site(struct pt *pt, const struct pt_call *c, const struct effect *e)
{
    bool is_new;
    uint32_t object = new_block(pt, &pt->site_of_call, (uintptr_t)c->stmt, c->func, c->stmt, &is_new);
    if (is_new && e && e->known && e->result == EFFECT_NEW)
        describe_block(pt, c, pt_direct(c->stmt->rhs) ? pt_effect_block_size(e, c->stmt) : 0, object);
    return object;
}

static cwi_id callee_of(const struct pt *pt, const struct cwi_stmt *direct)
{
    return pt->body_of[pt_direct(direct->rhs)];
}

/* A call of a function that allocates for its callers: a block of its own. */
static uint32_t new_wrapped(struct pt *pt, const struct pt_call *c, cwi_id func)
{
    const struct cwi_stmt *site = pt_wrapped_call(pt, func);
    cwi_id allocates = func;
    while (cwi_func_of(pt->unit, callee_of(pt, site))->block_count) {
        allocates = callee_of(pt, site);
        site = pt_wrapped_call(pt, allocates);
    }
    bool is_new;
    uint64_t key = pt_wrapped_key(c->stmt, func);
    uint32_t object = new_block(pt, &pt->wrapped, key, allocates, site, &is_new);
    if (is_new)
        describe_block(pt, c, pt_wrapped_size(pt, func, c->stmt), object);
    return object;
}

static uint32_t param_node(struct pt *pt, cwi_id param)
{
    return pt_all_cells(pt, pt_of_var(pt, param), true);
}

/* What a function writes through an argument: one pointer where the argument names one, else nobody knows how much. */
static struct pt_access written(struct pt *pt, const struct pt_call *c, uint32_t i)
{
    const struct cwi_expr *e = cwi_converted(c->stmt->args[i]);
    bool is_named =
        e->kind == CWI_ADDR && (e->a->kind == CWI_VAR || (e->a->kind == CWI_FIELD && e->a->name)) && e->a->type;
    if (is_named && cwi_type_of(pt->unit, e->a->type)->kind == CWI_PTR)
        return (struct pt_access){.size = pt_word(pt), .count = 1};
    return whole;
}

static bool is_named(const struct pt *pt, const struct cwi_stmt *call, char first)
{
    cwi_id f = pt_direct(call->rhs);
    const char *name = f ? cwi_base_name(cwi_func_of(pt->unit, f)->name) : NULL;
    return name && *name == first;
}

/* With an `element`: words that are so far apart are mixed, and all there are. */
static void copy_words(struct pt *pt, uint32_t to, uint32_t from, uint64_t size, uint64_t element)
{
    uint64_t word = pt_word(pt);
    for (uint64_t at = 0; at < size && from != PT_NONE; at += word) {
        struct pt_access a = {
            .offset = (int64_t)at, .size = size - at < word ? size - at : word, .stride = element, .count = !element};
        uint32_t piece = pt_new_node(pt);
        pt_load(pt, from, &a, piece);
        pt_store(pt, to, &a, piece);
    }
}

/* The size of what a pointer argument points to, by its type before it became a void *; 0: it says nothing. */
static uint64_t pointee_size(struct pt *pt, const struct cwi_expr *e)
{
    while (e->kind == CWI_UNARY && e->op == CWI_CONVERT && cwi_type_of(pt->unit, e->a->type)->kind == CWI_PTR)
        e = e->a;
    const struct cwi_type *t = e->type ? cwi_type_of(pt->unit, e->type) : NULL;
    const struct cwi_type *of = t && t->kind == CWI_PTR && t->of ? cwi_type_of(pt->unit, t->of) : NULL;
    bool tells =
        of && of->size != CWI_UNKNOWN && of->size <= COPIED_WORDS_MAX * pt_word(pt) && of->size % pt_word(pt) == 0;
    return tells ? of->size : 0;
}

/* A string is copied character by character. */
static void copy_bytes(struct pt *pt, uint32_t to, uint32_t from, bool is_string)
{
    static const struct pt_access text = {.is_whole = true, .is_piece = true, .count = 1};
    uint32_t all = pt_new_node(pt);
    pt_load(pt, from, is_string ? &text : &whole, all);
    pt_store(pt, to, &whole, all);
}

/* memcpy and its like: word by word when it is known how many, or of which elements. */
static void call_copies(struct pt *pt, struct pt_call *c, const struct effect *e, uint32_t to, uint32_t from)
{
    const struct cwi_stmt *s = c->stmt;
    bool is_counted = e->param_count == 3 && e->params[2].letter == '-' && c->arg_count >= 3 && pt_direct(s->rhs) &&
                      !is_named(pt, s, 'w');
    bool is_constant = is_counted && s->args[2]->kind == CWI_CONST;
    uint64_t size = is_constant ? (uint64_t)s->args[2]->value : UINT64_MAX;
    uint64_t element = is_counted ? pointee_size(pt, s->args[to]) : 0;
    if (size <= COPIED_WORDS_MAX * pt_word(pt))
        copy_words(pt, c->args[to], c->args[from], size, 0);
    else if (element || (element = is_counted ? pointee_size(pt, s->args[from]) : 0))
        copy_words(pt, c->args[to], c->args[from], element, element);
    else
        copy_bytes(pt, c->args[to], c->args[from], effect_param(e, from)->is_string);
}

/* The size of the elements that qsort or bsearch is told; NULL: it is not. */
static const struct cwi_expr *element_size(const struct pt_call *c, const struct effect *e)
{
    const struct cwi_expr *size = NULL;
    for (uint32_t i = 0; i < c->arg_count && pt_effect_has(e, 'f'); i++)
        if (effect_letter(e, i) == '-')
            size = c->stmt->args[i];
    return size;
}

/* qsort moves elements about; of unknown size, all of the array is mixed. */
static void call_permutes(struct pt *pt, struct pt_call *c, const struct effect *e, uint32_t array)
{
    const struct cwi_expr *size = element_size(c, e);
    int64_t word = (int64_t)pt_word(pt), most = COPIED_WORDS_MAX * word;
    if (size && size->kind == CWI_CONST && size->value > 0 && size->value <= most && size->value % word == 0)
        copy_words(pt, array, array, (uint64_t)size->value, (uint64_t)size->value);
    else
        pt_store(pt, array, &whole, pt_loaded(pt, array));
}

/* A pointer into what an argument points into. */
static uint32_t into(struct pt *pt, const struct pt_call *c, const struct effect *e)
{
    uint32_t arg = e->arg < c->arg_count ? c->args[e->arg] : PT_NONE;
    const struct cwi_expr *size = element_size(c, e);
    if (c->arg_count == 3 && is_named(pt, c->stmt, 'm')) /* mempcpy: behind what was copied */
        return pt_sum(pt, arg, c->stmt->args[2], false);
    if (size && size->kind == CWI_CONST && size->value > 0 && arg != PT_NONE) {
        uint32_t node = pt_new_node(pt);
        pt_shift(pt, arg, &(struct pt_shift){.stride = (uint64_t)size->value}, node);
        return node;
    }
    return pt_moved_anywhere(pt, arg);
}

static void call_back(struct pt *pt, const struct pt_call *c, uint32_t i)
{
    struct pt_call *back = ARENA_NEW(pt->arena, struct pt_call);
    *back = *c;
    back->is_callback = true;
    back->result = PT_NONE;
    back->all = pt_both(pt, pt_moved_anywhere(pt, c->all), pt_address(pt, PT_LIBRARY));
    pt_copy(pt, pt_left_there(pt, PT_LIBRARY), back->all); /* tsearch's keys lie in its own memory */
    back->callee_arg = i;
    pt_call_through(pt, c->args[i], back);
}

/* The call sets a handler of a signal, and gives back the one before it (signal, sigaction). */
static bool gives_back_handler(const struct effect *e)
{
    return e->known && e->flags & EFFECT_SIGNAL && (pt_effect_has(e, 'u') || e->result == EFFECT_HANDED);
}

static void call_param(struct pt *pt, struct pt_call *c, const struct effect *e, uint32_t i)
{
    uint32_t arg = c->args[i];
    struct pt_access a = written(pt, c, i);
    bool gives_back = gives_back_handler(e);
    switch (effect_letter(e, i)) {
    case 'b':
        if (pt_effect_has(e, 'f'))
            call_permutes(pt, c, e, arg);
        break;
    case 'c':
        for (uint32_t k = 0; k < c->arg_count; k++)
            if (k != i && c->args[k] != PT_NONE && (effect_letter(e, k) == 'r' || effect_letter(e, k) == 'b'))
                call_copies(pt, c, e, i, k);
        break;
    case 'p':
    case 'q':
        pt_store(pt, arg, &a, pt_moved_anywhere(pt, c->all));
        pt_store(pt, arg, &a, pt_moved_anywhere(pt, pt_loaded(pt, c->all)));
        pt_store(pt, arg, &a, pt_address(pt, PT_LIBRARY));
        break;
    case 'l':
        pt_store(pt, arg, &a, pt_address(pt, PT_LIBRARY));
        break;
    case 'u':
        pt_store(pt, arg, &a, gives_back ? pt->handlers : pt_address(pt, PT_UNKNOWN));
        break;
    case 'k':
    case 'h':
    case 'g':
        if (pt_effect_copies(e, i))
            arg = pt_loaded(pt, arg);
        pt_copy(pt, arg, PT_UNKNOWN);
        if (gives_back)
            pt_copy(pt, arg, pt->handlers);
        break;
    case 'f':
        call_back(pt, c, i);
        break;
    }
}

/* What a function returns that may be anything: what it was handed, what lies there, what others can reach. */
static void any_result(struct pt *pt, struct pt_call *c, const struct effect *e)
{
    uint32_t reachable = pt_moved_anywhere(pt, c->all);
    pt_add_item(pt, c->result, PT_UNKNOWN);
    if (reachable != PT_NONE && !(e->flags & EFFECT_CONST))
        pt_load(pt, reachable, &whole, reachable);
    if (reachable != PT_NONE && !(e->flags & EFFECT_CONST))
        pt_shift(pt, reachable, &(struct pt_shift){.stride = 1}, reachable);
    pt_copy(pt, reachable, c->result);
    bool is_pointer = c->stmt->lhs && cwi_type_of(pt->unit, c->stmt->lhs->type)->kind == CWI_PTR;
    if (is_pointer && e->flags & EFFECT_READS_GLOBALS)
        pt_open_world(pt);
}

static void call_result(struct pt *pt, struct pt_call *c, const struct effect *e, cwi_id func)
{
    uint32_t arg = e->arg < c->arg_count ? c->args[e->arg] : PT_NONE, site;
    switch (e->result) {
    case EFFECT_ANY_RESULT:
        any_result(pt, c, e);
        break;
    case EFFECT_VALUE:
        break;
    case EFFECT_ARGUMENT:
        pt_copy(pt, arg, c->result);
        break;
    case EFFECT_INTO:
        pt_copy(pt, into(pt, c, e), c->result);
        if (e->or_library)
            pt_add_item(pt, c->result, PT_LIBRARY);
        break;
    case EFFECT_INTO_DEEP:
        pt_copy(pt, pt_moved_anywhere(pt, pt_loaded(pt, arg)), c->result);
        pt_copy(pt, pt_moved_anywhere(pt, c->args[0]), c->result);
        break;
    case EFFECT_EARLIER:
        pt_copy(pt, pt_moved_anywhere(pt, pt_of_func(pt, func)), c->result);
        break;
    case EFFECT_LOADED:
        pt_load(pt, arg, &whole, c->result);
        if (e->or_library)
            pt_add_item(pt, c->result, PT_LIBRARY);
        break;
    case EFFECT_NEW:
    case EFFECT_RENEW:
        site = new_site(pt, c, e);
        pt_copy(pt, pt_address(pt, site), c->result);
        if (!e->known) /* an allocator that nothing else is known of */
            pt_add_item(pt, pt_all_cells(pt, site, true), PT_UNKNOWN);
        if (e->result == EFFECT_RENEW && c->arg_count) {
            pt_copy(pt, c->args[0], c->result);
            copy_words(pt, pt_address(pt, site), c->args[0], PT_UNTYPED_BYTES, 0);
        }
        break;
    case EFFECT_LIBRARY:
        pt_add_item(pt, c->result, PT_LIBRARY);
        break;
    case EFFECT_ENVIRONMENT:
        pt_copy(pt, pt_moved_anywhere(pt, pt->environment), c->result);
        break;
    case EFFECT_HANDED:
        pt_copy(pt, gives_back_handler(e) ? pt->handlers : pt_address(pt, PT_UNKNOWN), c->result);
        break;
    }
}

/* Strings move within the list; one that is kept lies there from now on, or in the library's copy of the list. */
static void call_environment(struct pt *pt, struct pt_call *c, const struct effect *e)
{
    pt_store(pt, pt->environment_lists, &whole, pt->environment);
    for (uint32_t i = 0; i < c->arg_count; i++)
        if (pt_effect_keeps(e, i))
            pt_store(pt, pt_both(pt, pt->environment_lists, pt_address(pt, PT_LIBRARY)), &whole, c->args[i]);
}

/* The variables of the library that a function writes, "optarg optind", get pointers to or in its arguments. */
static void call_globals(struct pt *pt, struct pt_call *c, const struct effect *e)
{
    if (pt_changes_environment(e->globals))
        call_environment(pt, c, e);
    for (cwi_id i = 1; i < pt->unit->vars.count; i++) {
        if (!pt_is_among(pt, i, e->globals))
            continue;
        uint32_t cells = param_node(pt, i);
        pt_copy(pt, pt_moved_anywhere(pt, c->all), cells);
        pt_copy(pt, pt_moved_anywhere(pt, pt_loaded(pt, c->all)), cells);
        pt_touch(pt, i);
    }
}

/* strtok and its like write no other memory than what they once kept. */
static bool keeps_some(const struct effect *e, uint32_t arg_count)
{
    for (uint32_t i = 0; i < arg_count; i++)
        if (effect_letter(e, i) == 'k')
            return true;
    return false;
}

static void put_block(struct pt *pt, struct pt_call *c, uint32_t i)
{
    struct pt_access a = written(pt, c, i);
    pt_store(pt, c->args[i], &a, pt_address(pt, new_site(pt, c, NULL)));
}

/* ---- what leaves the program and may come back ------------------------------------------------------------------- */

/* As text: by %p, or by a conversion of as many bytes. */
static bool shows_address(const struct pt *pt, const struct format_conversion *c)
{
    return c->letter == 'p' || (strchr("diuoxX", c->letter) && c->bytes >= pt_word(pt));
}

static bool may_show_address(const struct pt *pt, const struct effect *e, const struct cwi_stmt *call)
{
    static const char letters[] = "pdiuoxX";
    bool may = false;
    for (const char *letter = letters; *letter; letter++)
        may |= pt_effect_may_convert(pt->unit, e, call, *letter);
    return may;
}

/* As bytes, to a file, a pipe, another thread; or as text. */
static void call_sends(struct pt *pt, const struct pt_call *c, const struct effect *e, uint32_t i)
{
    const struct effect_param *x = effect_param(e, i);
    bool is_bytes = pt_effect_has(e, 's') || e->flags & (EFFECT_BLOCKS | EFFECT_WAITS);
    struct format_conversion conversion;
    bool is_text = x->is_string || (pt_effect_has(e, 'F') && effect_is_repeated(e, i));
    if (is_bytes && !is_text && (x->letter == 'r' || x->letter == 'e')) {
        uint32_t content = pt_loaded(pt, c->args[i]);
        pt_copy(pt, content, pt->outside);
        if (x->letter == 'e')
            pt_copy(pt, pt_loaded(pt, content), pt->outside);
    }
    if (!pt_effect_has(e, 'F') || !effect_is_repeated(e, i))
        return;
    bool is_known = x->letter != 'v' && pt_effect_conversion(pt->unit, e, c->stmt, i, &conversion);
    if (is_known ? shows_address(pt, &conversion) : may_show_address(pt, e, c->stmt))
        pt_copy(pt, x->letter == 'v' ? PT_VARARGS : c->args[i], pt->outside);
}

static void call_receives(struct pt *pt, const struct pt_call *c, const struct effect *e, uint32_t i)
{
    const struct effect_param *x = effect_param(e, i);
    bool is_bytes = e->flags & (EFFECT_BLOCKS | EFFECT_WAITS | EFFECT_INPUT_MEMORY);
    bool is_scanned = pt_effect_has(e, 'S') && effect_is_repeated(e, i);
    if ((is_bytes || is_scanned) && (x->letter == 'w' || x->letter == 'd' || x->letter == 'V'))
        pt_store(pt, c->args[i], &whole, pt->outside);
    if (is_bytes && x->letter == 'd')
        pt_store(pt, pt_loaded(pt, c->args[i]), &whole, pt->outside);
    if (x->letter == 'k') /* a stream in memory, a buffer: whenever something is written there, or read */
        pt_store(pt, PT_UNKNOWN, &whole, pt->outside);
}

/* A number that is read from a text may be an address (strtoul). */
static bool reads_number(const struct pt *pt, const struct pt_call *c, const struct effect *e)
{
    bool is_text = false;
    for (uint32_t i = 0; i < e->param_count; i++)
        is_text |= e->params[i].letter == 'r' && e->params[i].is_string;
    return is_text && e->known && e->result == EFFECT_VALUE && pt_is_wide(pt->unit, c->stmt->lhs);
}

static void call_outside(struct pt *pt, struct pt_call *c, const struct effect *e)
{
    if (!e->known || e->flags & EFFECT_CONST)
        return;
    for (uint32_t i = 0; !(e->flags & EFFECT_PURE) && i < c->arg_count; i++)
        if (c->args[i] != PT_NONE) {
            call_sends(pt, c, e, i);
            call_receives(pt, c, e, i);
        }
    if (c->result != PT_NONE && reads_number(pt, c, e))
        pt_copy(pt, pt->outside, c->result);
}

static void call_external(struct pt *pt, struct pt_call *c, const struct effect *e, cwi_id func)
{
    call_outside(pt, c, e);
    bool allocates = pt_effect_allocates(pt->unit, e, c->stmt);
    if (e->flags & EFFECT_ANY_MEMORY && !(e->known && keeps_some(e, c->arg_count)))
        pt_open_world(pt);
    for (uint32_t i = 0; i < c->arg_count; i++) {
        if (c->args[i] == PT_NONE)
            continue;
        call_param(pt, c, e, i);
        if (allocates && pt_effect_writes(pt->unit, e, c->stmt, i))
            put_block(pt, c, i);
    }
    if (e->flags & EFFECT_VA && c->arg_count && c->args[0] != PT_NONE)
        pt_store(pt, c->args[0], &whole, pt_address(pt, PT_VARARGS));
    if (e->globals)
        call_globals(pt, c, e);
    if (e->result == EFFECT_EARLIER && e->arg < c->arg_count)
        pt_copy(pt, c->args[e->arg], pt_of_func(pt, func)); /* what the function remembers */
    if (c->result != PT_NONE)
        call_result(pt, c, e, func);
}

/* Parameters get arguments; what is more goes where va_arg may find it. */
static void call_body(struct pt *pt, struct pt_call *c, cwi_id func)
{
    const struct cwi_func *f = cwi_func_of(pt->unit, func);
    pt_reach(pt, func);
    for (uint32_t i = 0; i < f->param_count; i++)
        if (c->is_callback)
            pt_copy(pt, c->all, param_node(pt, f->params[i]));
        else if (i < c->arg_count)
            pt_copy(pt, c->args[i], param_node(pt, f->params[i]));
    if (c->is_callback)
        pt_copy(pt, c->all, PT_VARARGS);
    if (f->extra && !c->is_callback && c->stmt->extra && c->stmt->named == f->param_count) {
        pt_copy(pt, pt_value_of(pt, c->stmt->extra), param_node(pt, f->extra));
    } else {
        for (uint32_t i = f->param_count; i < c->arg_count && !c->is_callback; i++)
            pt_copy(pt, c->args[i], PT_VARARGS);
        pt_unknown_extra(pt, f);
    }
    bool is_wrapper = c->result != PT_NONE && !c->is_callback && pt_wrapped_call(pt, func);
    pt_copy(pt, is_wrapper ? pt_address(pt, new_wrapped(pt, c, func)) : pt_of_func(pt, func), c->result);
}

/* An external function that another one calls: whatever it keeps is among what the other one had. */
static void call_back_external(struct pt *pt, struct pt_call *c, const struct effect *e)
{
    for (uint32_t i = 0; i <= e->param_count; i++)
        if (pt_effect_keeps(e, i))
            pt_copy(pt, c->all, PT_UNKNOWN);
    if (e->flags & EFFECT_ANY_MEMORY)
        pt_open_world(pt);
}

void pt_link(struct pt *pt, struct pt_call *c, uint32_t target)
{
    bool is_func = pt_is_func(pt, target);
    if (!is_func && !pt_is_outside_code(pt, pt_object_at(pt, target)))
        return;
    uint64_t key = hash_u64((uintptr_t)c) ^ (is_func ? target : PT_UNKNOWN);
    uint32_t there;
    if (base_map64_get(&pt->linked, key, &there))
        return;
    base_map64_put(&pt->linked, key, 1);
    struct effect unknown = pt_effect_unknown();
    cwi_id func = is_func ? pt_func_id(pt, target) : 0;
    if (is_func && !(c->is_callback ? pt_fits_callback(pt, c->stmt, c->callee_arg, func) : pt_fits(pt, c->stmt, func)))
        return;
    if (!is_func)
        call_external(pt, c, &unknown, 0);
    else if (cwi_func_of(pt->unit, func)->block_count)
        call_body(pt, c, func);
    else if (!c->is_callback)
        call_external(pt, c, pt_effect(pt, func), func);
    else
        call_back_external(pt, c, pt_effect(pt, func));
}

void pt_constrain_call(struct pt *pt, cwi_id func, const struct cwi_stmt *s)
{
    struct pt_call *c = ARENA_NEW(pt->arena, struct pt_call);
    *c = (struct pt_call){.func = func, .stmt = s, .arg_count = s->arg_count, .result = PT_NONE, .all = PT_NONE};
    c->args = ARENA_ARRAY(pt->arena, uint32_t, s->arg_count);
    for (uint32_t i = 0; i < s->arg_count; i++) {
        c->args[i] = pt_value_of(pt, s->args[i]);
        if (c->args[i] == PT_NONE)
            continue;
        if (c->all == PT_NONE)
            c->all = pt_new_node(pt);
        pt_copy(pt, c->args[i], c->all);
    }
    if (s->lhs && pt_carries(pt->unit, s->lhs)) {
        c->result = pt_new_node(pt);
        pt_assign(pt, s->lhs, c->result);
    }
    cwi_id direct = pt_direct(s->rhs);
    if (direct)
        pt_link(pt, c, pt_of_func(pt, pt->body_of[direct]));
    else
        pt_call_through(pt, pt_value_of(pt, s->rhs), c);
}
