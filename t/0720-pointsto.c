/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Points-to, call graph and mod sets on programs built by hand; each is given as C in a comment.
 */
#include <stdlib.h>

#include "runtime/cwi/edit.h"
#include "runtime/points/callgraph.h"
#include "tap.h"

/* ---- writing programs ---------------------------------------------------------------------------------------------*/

static struct cwi_unit *u;
static cwi_id t_int, t_ptr, t_func, t_fptr, t_void;
static struct cwi_stmt stmts[64][32];
static uint32_t stmt_count[64];
static bool has_body[64];
typedef const struct cwi_expr *expr;

static void program(void)
{
    u = cwi_unit_new("test");
    u->pointer_bits = 64;
    memset(stmt_count, 0, sizeof stmt_count);
    t_int = cwi_int_type(u, 32, true);
    t_void = cwi_add_type(u, &(struct cwi_type){.kind = CWI_VOID});
    t_ptr = cwi_add_type(u, &(struct cwi_type){.kind = CWI_PTR, .size = 8, .bits = 64, .of = t_void});
    t_func = cwi_add_type(u, &(struct cwi_type){.kind = CWI_FUNC, .of = t_ptr, .is_variadic = true});
    t_fptr = cwi_add_type(u, &(struct cwi_type){.kind = CWI_PTR, .size = 8, .bits = 64, .of = t_func});
}
static cwi_id var(const char *name, enum cwi_linkage l, cwi_id type, cwi_id owner)
{
    return cwi_add_var(
        u, &(struct cwi_var){
               .name = name, .asm_name = l >= CWI_LITERAL ? name : NULL, .linkage = l, .type = type, .owner = owner});
}
static cwi_id func(const char *name, bool body)
{
    cwi_id f = cwi_add_func(
        u,
        &(struct cwi_func){.name = name, .asm_name = name, .type = t_func, .linkage = body ? CWI_GLOBAL : CWI_EXTERN});
    has_body[f] = body;
    return f;
}
static cwi_id param(cwi_id f, const char *name)
{
    struct cwi_func *g = cwi_func_of(u, f);
    cwi_id *params = ARENA_ARRAY(u->arena, cwi_id, g->param_count + 1);
    if (g->param_count)
        memcpy(params, g->params, g->param_count * sizeof *params);
    params[g->param_count++] = var(name, CWI_PARAM, t_ptr, f);
    g->params = params;
    return params[g->param_count - 1];
}
static expr v(cwi_id id)
{
    return cwi_expr_var(u->arena, u, id);
}
static expr addr(cwi_id id)
{
    return cwi_expr_addr(u->arena, t_ptr, v(id));
}
static expr at(cwi_id pointer)
{
    return cwi_expr_deref(u->arena, t_ptr, v(pointer));
}
static expr fn(cwi_id f)
{
    return cwi_expr_func(u->arena, t_fptr, f);
}
static void emit(cwi_id f, struct cwi_stmt s)
{
    stmts[f][stmt_count[f]++] = s;
}
static void set(cwi_id f, expr lhs, expr rhs)
{
    emit(f, (struct cwi_stmt){.kind = CWI_ASSIGN, .lhs = lhs, .rhs = rhs});
}
static void ret(cwi_id f, expr rhs)
{
    emit(f, (struct cwi_stmt){.kind = CWI_RETURN, .rhs = rhs});
}
static uint32_t call(cwi_id f, expr lhs, expr callee, uint32_t n, expr a, expr b, expr c)
{
    expr *args = ARENA_ARRAY(u->arena, expr, 4);
    args[0] = a, args[1] = b, args[2] = c;
    emit(f, (struct cwi_stmt){.kind = CWI_CALL, .lhs = lhs, .rhs = callee, .args = args, .arg_count = n});
    return stmt_count[f] - 1;
}
static struct pt *analyse(cwi_id entry)
{
    for (cwi_id f = 1; f < u->funcs.count; f++) {
        struct cwi_func *g = cwi_func_of(u, f);
        if (!has_body[f])
            continue;
        g->block_count = 1;
        if (!stmt_count[f] || stmts[f][stmt_count[f] - 1].kind != CWI_RETURN)
            ret(f, NULL);
        g->blocks = ARENA_NEW(u->arena, struct cwi_block);
        g->blocks[0].stmts = arena_copy(u->arena, stmts[f], stmt_count[f] * sizeof stmts[f][0]);
        g->blocks[0].count = stmt_count[f];
    }
    return pt_new(u, &entry, 1, NULL, NULL);
}
static const struct cwi_stmt *stmt_at(cwi_id f, uint32_t i)
{
    return &cwi_func_of(u, f)->blocks[0].stmts[i];
}

static void finish(struct pt *pt)
{
    pt_free(pt);
    cwi_unit_free(u);
}

/* "a b unknown": the objects of a set, in order of their numbers. */
static const char *text(struct pt *pt, struct pt_set s)
{
    static struct buf b;
    b.size = 0;
    buf_puts(&b, "");
    for (uint32_t i = 0; i < s.count; i++) {
        struct pt_object o = pt_object_of(pt, s.objects[i]);
        static const char *const outside[] = {"unknown", "device", "library", "args", "varargs"};
        buf_printf(&b, "%s%s", i ? " " : "",
                   o.kind == PT_OUTSIDE ? outside[s.objects[i]]
                   : o.kind == PT_HEAP  ? "heap"
                   : o.kind == PT_VAR   ? cwi_var_of(u, o.id)->name
                                        : cwi_func_of(u, o.id)->name);
    }
    return buf_str(&b);
}

/* ---- programs -----------------------------------------------------------------------------------------------------*/

/* int a, b; int *p, *q, **pp;   void main(void) { p = &a; pp = &p; *pp = &b; q = *pp; } */
static void test_assignments(void)
{
    program();
    cwi_id m = func("main", true), a = var("a", CWI_STATIC, t_int, 0), b = var("b", CWI_STATIC, t_int, 0),
           p = var("p", CWI_STATIC, t_ptr, 0), q = var("q", CWI_STATIC, t_ptr, 0), pp = var("pp", CWI_AUTO, t_ptr, m),
           r = var("r", CWI_AUTO, t_ptr, m), n = var("n", CWI_AUTO, t_int, m);
    set(m, v(p), addr(a));
    set(m, v(pp), addr(p));
    set(m, at(pp), addr(b));
    set(m, v(q), at(pp));
    set(m, v(r), cwi_expr_const(u->arena, t_ptr, 0x4000));
    set(m, v(n), cwi_expr_binary(u->arena, CWI_EQ, t_int, v(p), v(q)));
    struct pt *pt = analyse(m);
    is(text(pt, pt_may_point(pt, m, v(p))), "a b", "a store through a pointer reaches what it points to");
    is(text(pt, pt_may_point(pt, m, v(q))), "a b", "a load comes from there");
    is(text(pt, pt_may_point(pt, m, v(pp))), "p", "what was assigned stays apart");
    is(text(pt, pt_may_be(pt, m, at(pp))), "p", "an lvalue lies where its pointer points");
    is(text(pt, pt_may_point(pt, m, v(r))), "device", "an absolute address is device memory");
    is(text(pt, pt_may_point(pt, m, v(n))), "", "a comparison carries no pointer");
    is(text(pt, pt_mod(pt, m)), "p q", "written: statics, not plain locals");
    ok(!pt_escaped(pt, pt_of_var(pt, a)) && !pt_escaped(pt, pt_of_var(pt, p)), "nothing escapes");
    finish(pt);
}

/* id(x) { return x; }   main: p = id(&a); fp = cond ? f : g; fp(&b);   f(y) { *y... } */
static void test_calls(void)
{
    program();
    cwi_id m = func("main", true), id = func("id", true), f = func("f", true), g = func("g", true),
           dead = func("dead", true);
    cwi_id a = var("a", CWI_STATIC, t_ptr, 0), b = var("b", CWI_STATIC, t_ptr, 0), c = var("c", CWI_STATIC, t_ptr, 0),
           p = var("p", CWI_AUTO, t_ptr, m), fp = var("fp", CWI_AUTO, t_fptr, m), x = param(id, "x"), y = param(f, "y");
    ret(id, v(x));
    call(m, v(p), fn(id), 1, addr(a), NULL, NULL);
    set(m, v(fp), fn(f));
    uint32_t through = call(m, NULL, v(fp), 1, addr(b), NULL, NULL);
    set(f, at(y), addr(c));
    call(f, NULL, fn(g), 0, NULL, NULL, NULL);
    call(g, NULL, fn(f), 0, NULL, NULL, NULL);
    call(dead, NULL, fn(dead), 0, NULL, NULL, NULL);
    struct pt *pt = analyse(m);
    is(text(pt, pt_may_point(pt, m, v(p))), "a", "an argument comes back as the result");
    is(text(pt, pt_targets(pt, m, stmt_at(m, through))), "f", "a call through a pointer finds its target");
    is(text(pt, pt_may_point(pt, f, v(y))), "b", "and its parameter gets the argument");
    is(text(pt, pt_contents(pt, pt_may_point(pt, m, addr(b)))), "c", "what the target stores is seen");
    is(text(pt, pt_mod(pt, m)), "b", "a caller may write what its callees write");
    is(text(pt, pt_stmt_mod(pt, m, stmt_at(m, through))), "b", "so may the call statement");
    is(text(pt, pt_mod(pt, id)), "", "a function that writes nothing");
    ok(!pt_reachable(pt, dead) && pt_may_point(pt, dead, v(p)).unknown, "what is not reachable is not known");
    struct arena *arena = arena_new();
    struct callgraph *cg = pt_cg_new(arena, u, pt);
    ok(cg->funcs[f].recursive && cg->funcs[g].recursive && !cg->funcs[m].recursive && !cg->funcs[id].recursive,
       "f and g are recursive");
    ok(cg->funcs[f].component == cg->funcs[g].component && cg->funcs[f].component < cg->funcs[m].component,
       "components come callees first");
    ok(cg->reachable_count == 4 && cg->bottom_up[3] == m && !cg->funcs[dead].reachable, "four functions are reachable");
    const struct cg_call *site = pt_cg_call_of(cg, m, stmt_at(m, through));
    ok(site && site->callee_count == 1 && site->callees[0] == f && !site->unknown,
       "the call statement knows its callee");
    arena_free(arena);
    finish(pt);
}

/* unknown(&a); a holds p's address; visible globals escape; qsort(array, compare) calls back; atexit(bye). */
static void test_external(void)
{
    program();
    cwi_id m = func("main", true), compare = func("compare", true), bye = func("bye", true),
           qsort_ = func("qsort", false), atexit_ = func("atexit", false), printf_ = func("printf", false),
           memcpy_ = func("memcpy", false), malloc_ = func("malloc", false), strlen_ = func("strlen", false);
    cwi_id a = var("a", CWI_STATIC, t_ptr, 0), b = var("b", CWI_STATIC, t_ptr, 0), c = var("c", CWI_STATIC, t_ptr, 0),
           g = var("g", CWI_GLOBAL, t_ptr, 0), h = var("h", CWI_AUTO, t_ptr, m), x = param(compare, "x"),
           n = var("n", CWI_STATIC, t_int, 0);
    set(m, v(a), addr(c));
    call(m, NULL, fn(memcpy_), 3, addr(b), addr(a), NULL);
    stmts[m][stmt_count[m] - 1].args[2] = cwi_expr_const(u->arena, t_int, 8);
    call(m, v(h), fn(malloc_), 1, v(n), NULL, NULL);
    set(m, at(h), addr(n));
    call(m, NULL, fn(printf_), 2, addr(a), addr(g), NULL);
    call(m, v(n), fn(strlen_), 1, addr(g), NULL, NULL);
    call(m, NULL, fn(atexit_), 1, fn(bye), NULL, NULL);
    uint32_t sort = stmt_count[m];
    emit(m,
         (struct cwi_stmt){.kind = CWI_CALL,
                           .rhs = fn(qsort_),
                           .arg_count = 4,
                           .args = arena_copy(u->arena, (expr[]){addr(b), v(n), v(n), fn(compare)}, 4 * sizeof(expr))});
    set(compare, v(g), v(x));
    struct pt *pt = analyse(m);
    is(text(pt, pt_contents(pt, pt_may_point(pt, m, addr(b)))), "c", "memcpy copies pointers");
    is(text(pt, pt_may_point(pt, m, v(h))), "heap", "malloc makes an object");
    is(text(pt, pt_may_point(pt, m, at(h))), "n", "that has contents");
    ok(pt_may_point(pt, compare, v(x)).count >= 2 && pt_set_has(pt_may_point(pt, compare, v(x)), pt_of_var(pt, b)),
       "what qsort calls gets pointers into the array");
    ok(pt_reachable(pt, bye) && pt_escaped(pt, pt_of_func(pt, bye)), "what atexit got may be called");
    ok(!pt_escaped(pt, pt_of_var(pt, g)) && !pt_escaped(pt, pt_of_var(pt, a)), "printf lets nothing escape");
    struct pt_set mod = pt_stmt_mod(pt, m, stmt_at(m, sort));
    ok(pt_set_has(mod, pt_of_var(pt, b)) && pt_set_has(mod, pt_of_var(pt, g)) && !pt_set_has(mod, pt_of_var(pt, a)),
       "qsort writes the array, and what the function it calls writes");
    ok(pt_set_has(pt_stmt_mod(pt, m, stmt_at(m, 4)), pt_of_var(pt, g)), "printf with an unknown format may hold %%n");
    is(text(pt, pt_stmt_mod(pt, m, stmt_at(m, 5))), "n", "strlen writes its result only");
    finish(pt);
}

/* p = unknown(&a); *p = ...: everything that escaped. */
static void test_unknown(void)
{
    program();
    cwi_id m = func("main", true), mystery = func("mystery", false), cb = func("cb", true), arg = param(cb, "arg");
    cwi_id a = var("a", CWI_STATIC, t_ptr, 0), b = var("b", CWI_STATIC, t_ptr, 0), g = var("g", CWI_GLOBAL, t_ptr, 0),
           hidden = var("hidden", CWI_STATIC, t_ptr, 0), p = var("p", CWI_AUTO, t_ptr, m),
           q = var("q", CWI_AUTO, t_ptr, m);
    set(m, v(a), addr(b));
    set(m, v(hidden), fn(cb));
    set(m, v(q), addr(hidden));
    uint32_t c = call(m, v(p), fn(mystery), 2, addr(a), fn(cb), NULL);
    set(m, at(p), addr(hidden));
    struct pt *pt = analyse(m);
    struct pt_set s = pt_may_point(pt, m, v(p));
    ok(s.unknown && pt_set_has(s, pt_of_var(pt, a)) && pt_set_has(s, pt_of_var(pt, b)) &&
           pt_set_has(s, pt_of_var(pt, g)),
       "an unknown function may return what it got, what it reached, and what has external linkage");
    ok(pt_set_has(s, pt_of_var(pt, hidden)), "and what was stored there later");
    ok(!pt_escaped(pt, pt_of_var(pt, q)), "but not locals");
    ok(pt_may_point(pt, cb, v(arg)).unknown, "a function it got may be called with anything");
    struct pt_set mod = pt_stmt_mod(pt, m, stmt_at(m, c));
    ok(mod.unknown && pt_set_has(mod, pt_of_var(pt, a)) && pt_set_has(mod, pt_of_var(pt, g)) &&
           !pt_set_has(mod, pt_of_var(pt, q)),
       "it may write all that, and nothing else");
    struct arena *arena = arena_new();
    struct callgraph *cg = pt_cg_new(arena, u, pt);
    const struct cg_call *site = pt_cg_call_of(cg, m, stmt_at(m, c));
    ok(cg->funcs[cb].is_callback && site->calls_back && site->callee_count == 2, "the call may call back");
    arena_free(arena);
    finish(pt);
}

/* atexit(bye); p = signal(2, handler); s = <where the stack is>; q = &a; plain(); */
static void test_handlers(void)
{
    program();
    cwi_id m = func("main", true), bye = func("bye", true), handler = func("handler", true),
           plain = func("plain", true), atexit_ = func("atexit", false), signal_ = func("signal", false);
    cwi_id a = var("a", CWI_STATIC, t_ptr, 0), p = var("p", CWI_AUTO, t_ptr, m), q = var("q", CWI_AUTO, t_ptr, m),
           s = var("s", CWI_AUTO, t_ptr, m);
    call(m, NULL, fn(atexit_), 1, fn(bye), NULL, NULL);
    call(m, v(p), fn(signal_), 2, cwi_expr_const(u->arena, t_int, 2), fn(handler), NULL);
    set(m, v(s), cwi_expr_lost(u->arena, t_ptr, CWI_STACK_ADDRESS));
    set(m, v(q), addr(a));
    uint32_t direct = call(m, NULL, fn(plain), 0, NULL, NULL, NULL);
    struct pt *pt = analyse(m);
    is(text(pt, pt_may_point(pt, m, v(p))), "device handler",
       "signal returns a handler that was set, or one from before the program, and nothing else that escaped");
    ok(pt_escaped(pt, pt_of_func(pt, bye)) && pt_escaped(pt, pt_of_func(pt, handler)), "what was set may be called");
    ok(!pt_escaped(pt, pt_of_var(pt, a)), "where the stack is leads to nothing");
    is(text(pt, pt_targets(pt, m, stmt_at(m, direct))), "plain", "what a call by name calls");
    ok(!pt_escaped(pt, pt_of_func(pt, plain)), "and asking that takes no address");
    finish(pt);
}

/* A lost pointer: whatever has its address taken may be there, but no function that is only called by name. */
static void test_lost(void)
{
    program();
    cwi_id m = func("main", true), plain = func("plain", true);
    cwi_id a = var("a", CWI_STATIC, t_ptr, 0), p = var("p", CWI_AUTO, t_ptr, m), q = var("q", CWI_AUTO, t_ptr, m);
    set(m, v(q), addr(a));
    set(m, v(p), cwi_expr_lost(u->arena, t_ptr, "anything"));
    uint32_t direct = call(m, NULL, fn(plain), 0, NULL, NULL, NULL);
    struct pt *pt = analyse(m);
    ok(pt_may_point(pt, m, v(p)).unknown && pt_escaped(pt, pt_of_var(pt, a)), "what is lost may lead anywhere");
    is(text(pt, pt_targets(pt, m, stmt_at(m, direct))), "plain", "a call by name calls that function");
    ok(!pt_escaped(pt, pt_of_func(pt, plain)), "which nobody else may call");
    finish(pt);
}

/* A ring of copies, wide enough that cycles are collapsed: everybody has everything. */
static void test_cycles(void)
{
    enum { N = 4000 };
    program();
    cwi_id m = func("main", true), first = 0, last = 0, objects[8];
    for (int i = 0; i < 8; i++)
        objects[i] = var("o", CWI_STATIC, t_int, 0);
    struct cwi_stmt *s = ARENA_ARRAY(u->arena, struct cwi_stmt, N + 10);
    uint32_t n = 0;
    for (int i = 0; i < N; i++) {
        cwi_id x = var("x", CWI_AUTO, t_ptr, m);
        if (i)
            s[n++] = (struct cwi_stmt){.kind = CWI_ASSIGN, .lhs = v(x), .rhs = v(last)};
        else
            first = x;
        if (i % 500 == 0)
            s[n++] = (struct cwi_stmt){.kind = CWI_ASSIGN, .lhs = v(x), .rhs = addr(objects[i / 500])};
        last = x;
    }
    s[n++] = (struct cwi_stmt){.kind = CWI_ASSIGN, .lhs = v(first), .rhs = v(last)};
    s[n++] = (struct cwi_stmt){.kind = CWI_RETURN};
    struct cwi_func *f = cwi_func_of(u, m);
    f->block_count = 1;
    f->blocks = ARENA_NEW(u->arena, struct cwi_block);
    f->blocks[0].stmts = s;
    f->blocks[0].count = n;
    struct pt *pt = pt_new(u, &m, 1, NULL, NULL);
    ok(pt_may_point(pt, m, v(first)).count == 8 && pt_may_point(pt, m, v(first + N / 2)).count == 8,
       "a cycle shares what enters it");
    finish(pt);
}

/* struct ops { int (*f)(void); void *data; char name[8]; void *last; } one, two, many[4], *p;
 * main: one.f = f; one.data = mystery(); p = &one; p->last = &a; two = *p; many[i].data = &a; many[2].f = g;
 * q = (char *)&one.last - 24; h = malloc(32); memcpy(h, p, 32); name = &one.name[i]; name++; */
static void test_fields(void)
{
    program();
    cwi_id m = func("main", true), f = func("f", true), g = func("g", true), mystery = func("mystery", false),
           malloc_ = func("malloc", false), memcpy_ = func("memcpy", false);
    cwi_id t_char = cwi_int_type(u, 8, true), t_long = cwi_int_type(u, 64, true);
    cwi_id t_name = cwi_add_type(u, &(struct cwi_type){.kind = CWI_ARRAY, .of = t_char, .count = 8, .size = 8});
    struct cwi_field fields[] = {
        {"f", t_fptr, 0, 0, 0}, {"data", t_ptr, 8, 0, 0}, {"name", t_name, 16, 0, 0}, {"last", t_ptr, 24, 0, 0}};
    cwi_id t_ops =
        cwi_add_type(u, &(struct cwi_type){.kind = CWI_STRUCT, .size = 32, .fields = fields, .field_count = 4});
    cwi_id t_many = cwi_add_type(u, &(struct cwi_type){.kind = CWI_ARRAY, .of = t_ops, .count = 4, .size = 128});
    cwi_id a = var("a", CWI_STATIC, t_int, 0), one = var("one", CWI_STATIC, t_ops, 0),
           two = var("two", CWI_STATIC, t_ops, 0), many = var("many", CWI_STATIC, t_many, 0),
           p = var("p", CWI_AUTO, t_ptr, m), q = var("q", CWI_AUTO, t_ptr, m), h = var("h", CWI_AUTO, t_ptr, m),
           i = var("i", CWI_AUTO, t_long, m), name = var("name", CWI_AUTO, t_ptr, m);
    expr as = cwi_expr_deref(u->arena, t_ops, v(p)), at_q = cwi_expr_deref(u->arena, t_ops, v(q)),
         at_h = cwi_expr_deref(u->arena, t_ops, v(h));
#define FIELD(of, n) cwi_expr_field(u->arena, u, of, n)
#define NUMBER(n)    cwi_expr_const(u->arena, t_long, n)
#define PLUS(x, n)   cwi_expr_binary(u->arena, CWI_PTRADD, t_ptr, x, n)
    expr of_i = cwi_expr_index(u->arena, t_ops, v(many), v(i)),
         of_2 = cwi_expr_index(u->arena, t_ops, v(many), NUMBER(2));
    set(m, FIELD(v(one), 0), fn(f));
    call(m, FIELD(v(one), 1), fn(mystery), 0, NULL, NULL, NULL);
    set(m, v(p), addr(one));
    set(m, FIELD(as, 3), addr(a));
    set(m, v(two), as);
    set(m, FIELD(of_i, 1), addr(a));
    set(m, FIELD(of_2, 0), fn(g));
    set(m, v(q), PLUS(cwi_expr_addr(u->arena, t_ptr, FIELD(v(one), 3)), NUMBER(-24)));
    call(m, v(h), fn(malloc_), 1, NUMBER(32), NULL, NULL);
    call(m, NULL, fn(memcpy_), 3, v(h), v(p), NUMBER(32));
    set(m, v(name), cwi_expr_addr(u->arena, t_ptr, cwi_expr_index(u->arena, t_char, FIELD(v(one), 2), v(i))));
    set(m, v(name), PLUS(v(name), NUMBER(1)));
    uint32_t through = call(m, NULL, FIELD(as, 0), 0, NULL, NULL, NULL);
    struct pt *pt = analyse(m);
    is(text(pt, pt_may_point(pt, m, FIELD(v(one), 0))), "f", "one field has what was stored there");
    ok(pt_may_point(pt, m, FIELD(v(one), 1)).unknown, "another one has what is not known");
    is(text(pt, pt_targets(pt, m, stmt_at(m, through))), "f", "and calls of the first stay known");
    is(text(pt, pt_may_point(pt, m, FIELD(v(two), 3))), "a", "a structure is copied field by field");
    is(text(pt, pt_may_point(pt, m, FIELD(v(two), 0))), "f", "each to its own");
    is(text(pt, pt_may_point(pt, m, FIELD(of_i, 0))), "g", "elements of an array are one");
    is(text(pt, pt_may_point(pt, m, FIELD(of_2, 1))), "a", "by field");
    is(text(pt, pt_may_point(pt, m, FIELD(at_q, 0))), "f", "arithmetic leads back to the beginning of the structure");
    is(text(pt, pt_may_point(pt, m, FIELD(at_h, 0))), "f", "memcpy keeps fields apart");
    ok(pt_may_point(pt, m, FIELD(at_h, 1)).unknown, "all of them");
    is(text(pt, pt_may_point(pt, m, cwi_expr_deref(u->arena, t_ptr, v(name)))), "",
       "a pointer into an array of bytes stays in it");
    ok(pt_may_point(pt, m, cwi_expr_deref(u->arena, t_ptr, PLUS(v(p), v(i)))).unknown,
       "one moved by an unknown number of bytes may be anywhere");
    finish(pt);
}

/* void *k, *e, *copy, *back; char *r, **args;
 * main(args): openlog(&k, 0, 0); e = &a; putenv(&e); r = getenv(r); strcpy(&copy, r); *args = &b; strcpy(&back, args)
 */
static void test_environment(void)
{
    program();
    cwi_id m = func("main", true), openlog_ = func("openlog", false), putenv_ = func("putenv", false),
           getenv_ = func("getenv", false), strcpy_ = func("strcpy", false);
    cwi_id t_long = cwi_int_type(u, 64, true);
    cwi_id a = var("a", CWI_STATIC, t_int, 0), b = var("b", CWI_STATIC, t_int, 0), k = var("k", CWI_STATIC, t_ptr, 0),
           e = var("e", CWI_STATIC, t_ptr, 0), copy = var("copy", CWI_STATIC, t_ptr, 0),
           back = var("back", CWI_STATIC, t_ptr, 0), r = var("r", CWI_AUTO, t_ptr, m), args = param(m, "args");
    call(m, NULL, fn(openlog_), 3, addr(k), NUMBER(0), NUMBER(0));
    set(m, v(e), addr(a));
    call(m, NULL, fn(putenv_), 1, addr(e), NULL, NULL);
    call(m, v(r), fn(getenv_), 1, v(r), NULL, NULL);
    call(m, NULL, fn(strcpy_), 2, addr(copy), v(r), NULL);
    set(m, cwi_expr_deref(u->arena, t_ptr, v(args)), addr(b));
    call(m, NULL, fn(strcpy_), 2, addr(back), v(args), NULL);
    struct pt *pt = analyse(m);
    struct pt_set found = pt_may_point(pt, m, v(r));
    ok(pt_set_has(found, pt_of_var(pt, e)), "getenv finds what putenv was handed");
    ok(pt_set_has(found, pt_of_var(pt, b)), "and what was stored into main's arguments");
    ok(!pt_set_has(found, pt_of_var(pt, k)), "and nothing that the library keeps for other ends");
    ok(pt_set_has(pt_may_point(pt, m, v(copy)), pt_of_var(pt, a)),
       "a string is copied with the pointers that the program stored in it");
    ok(pt_set_has(pt_may_point(pt, m, v(back)), pt_of_var(pt, b)), "and with those that it left in the environment");
    finish(pt);
}

/* void *k, *word, *copy; void **d;   main: openlog(&k, 0, 0); d = 0x4000; *d = &a; word = *d; strcpy(&copy, d) */
static void test_absolute(void)
{
    program();
    cwi_id m = func("main", true), openlog_ = func("openlog", false), strcpy_ = func("strcpy", false);
    cwi_id t_long = cwi_int_type(u, 64, true);
    cwi_id a = var("a", CWI_STATIC, t_int, 0), k = var("k", CWI_STATIC, t_ptr, 0),
           word = var("word", CWI_STATIC, t_ptr, 0), copy = var("copy", CWI_STATIC, t_ptr, 0),
           d = var("d", CWI_AUTO, t_ptr, m);
    call(m, NULL, fn(openlog_), 3, addr(k), NUMBER(0), NUMBER(0));
    set(m, v(d), cwi_expr_const(u->arena, t_ptr, 0x4000));
    set(m, cwi_expr_deref(u->arena, t_ptr, v(d)), addr(a));
    set(m, v(word), cwi_expr_deref(u->arena, t_ptr, v(d)));
    call(m, NULL, fn(strcpy_), 2, addr(copy), v(d), NULL);
    struct pt *pt = analyse(m);
    ok(pt_may_point(pt, m, v(word)).unknown, "a pointer at an absolute address may be any that escaped");
    ok(pt_set_has(pt_may_point(pt, m, v(copy)), pt_of_var(pt, a)), "bytes there are those that the program stored");
    ok(!pt_may_point(pt, m, v(copy)).unknown && !pt_set_has(pt_may_point(pt, m, v(copy)), pt_of_var(pt, k)),
       "and carry no pointer that it did not");
    ok(pt_escaped(pt, pt_of_var(pt, a)), "which escapes");
    finish(pt);
}

/* void *a, *q, **args;   main(args): *args = &a; q = *args; unknown() */
static void look_at_left_there(const char *entry, bool opens, bool escapes, const char *what)
{
    program();
    cwi_id m = func(entry, true), unknown = func("unknown_function", false);
    cwi_id a = var("a", CWI_STATIC, t_ptr, 0), q = var("q", CWI_AUTO, t_ptr, m), args = param(m, "args");
    set(m, at(args), addr(a));
    set(m, v(q), at(args));
    if (opens)
        call(m, NULL, fn(unknown), 0, NULL, NULL, NULL);
    struct pt *pt = analyse(m);
    ok(pt_set_has(pt_may_point(pt, m, v(q)), pt_of_var(pt, a)), "what is left in main's arguments is found there");
    is(pt_escaped(pt, pt_of_var(pt, a)) ? "escapes" : "stays", escapes ? "escapes" : "stays", what);
    is(pt_may_point(pt, m, v(a)).unknown ? "unknown" : "known", escapes ? "unknown" : "known", "and so its value");
    finish(pt);
}

/* void *p, *word, *direct;   main: p = 1; word = *p; direct = *(void **)1 */
static void test_marks(void)
{
    program();
    cwi_id m = func("main", true);
    cwi_id p = var("p", CWI_AUTO, t_ptr, m), word = var("word", CWI_STATIC, t_ptr, 0),
           direct = var("direct", CWI_STATIC, t_ptr, 0);
    expr one = cwi_expr_const(u->arena, t_ptr, 1);
    set(m, v(p), one);
    set(m, v(word), at(p));
    set(m, v(direct), cwi_expr_deref(u->arena, t_ptr, one));
    struct pt *pt = analyse(m);
    is(text(pt, pt_may_point(pt, m, v(p))), "", "a mark leads nowhere");
    ok(!pt_may_point(pt, m, v(word)).unknown, "and nothing lies there");
    ok(pt_may_point(pt, m, v(direct)).unknown, "but where a constant is followed there is something");
    finish(pt);
}

/* log(fmt, ...) { q = *extra; }  main: log("", &a); strtok(&b, ""); r = strtok(0, ""); raise(2); atexit(bye);
 * bye is void (*)(void), parse returns an int and has escaped. */
static void test_calls_apart(void)
{
    program();
    cwi_id m = func("main", true), log_ = func("log", true), parse = func("parse", true),
           handler = func("handler", true), strtok_ = func("strtok", false), raise_ = func("raise", false),
           atexit_ = func("atexit", false);
    cwi_func_of(u, handler)->type =
        cwi_add_type(u, &(struct cwi_type){.kind = CWI_FUNC, .of = t_void, .is_variadic = true});
    cwi_id a = var("a", CWI_STATIC, t_int, 0), b = var("b", CWI_STATIC, t_ptr, 0), q = var("q", CWI_AUTO, t_ptr, log_),
           r = var("r", CWI_AUTO, t_ptr, m);
    param(log_, "fmt");
    call(m, NULL, fn(log_), 2, addr(b), addr(a), NULL);
    cwi_id extra = var("", CWI_TEMP, t_ptr, log_);
    cwi_func_of(u, log_)->extra = extra;
    emit(log_, (struct cwi_stmt){.kind = CWI_ASSIGN, .lhs = v(q), .rhs = cwi_expr_deref(u->arena, t_ptr, v(extra))});
    call(m, NULL, fn(strtok_), 2, addr(b), addr(a), NULL);
    call(m, v(r), fn(strtok_), 2, cwi_expr_const(u->arena, t_ptr, 0), addr(a), NULL);
    uint32_t again = stmt_count[m] - 1;
    call(m, NULL, fn(atexit_), 1, fn(parse), NULL, NULL);
    call(m, NULL, fn(atexit_), 1, fn(handler), NULL, NULL);
    uint32_t kill = call(m, NULL, fn(raise_), 1, cwi_expr_const(u->arena, t_int, 2), NULL, NULL);
    struct pt *pt = analyse(m);
    ok(pt_set_has(pt_may_point(pt, log_, v(q)), pt_of_var(pt, a)), "variable arguments are found by va_arg");
    ok(!pt_escaped(pt, pt_of_var(pt, a)) && !pt_escaped(pt, pt_of_var(pt, b)),
       "and do not escape; nor does what strtok remembers");
    is(text(pt, pt_may_point(pt, m, v(r))), "b", "strtok returns pointers into what it got before");
    ok(pt_set_has(pt_stmt_mod(pt, m, stmt_at(m, again)), pt_of_var(pt, b)), "and writes there");
    struct arena *arena = arena_new();
    struct callgraph *cg = pt_cg_new(arena, u, pt);
    const struct cg_call *site = pt_cg_call_of(cg, m, stmt_at(m, kill));
    ok(site->calls_back && site->callee_count == 2 && site->callees[0] == handler,
       "raise runs handlers, and no function that returns something");
    arena_free(arena);
    finish(pt);
}

int main(void)
{
    test_fields();
    test_environment();
    test_absolute();
    look_at_left_there("main", false, false, "nobody else takes it");
    look_at_left_there("main", true, true, "but code that is not known");
    look_at_left_there("entry", false, true, "or who calls the entry");
    test_marks();
    test_calls_apart();
    test_assignments();
    test_calls();
    test_external();
    test_unknown();
    test_handlers();
    test_lost();
    test_cycles();
    return done();
}
