// A three-way comparison of unknown pairs: antisymmetric, and transitive on three pairs.
// True: compare is the lexicographic order of two integers, which is a total order.
// expect: True
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

struct version { int major, minor; };

static int compare(const struct version *a, const struct version *b)
{
    if (a->major != b->major)
        return a->major < b->major ? -1 : 1;
    if (a->minor != b->minor)
        return a->minor < b->minor ? -1 : 1;
    return 0;
}

static struct version any(void)
{
    struct version v;
    v.major = __VERIFIER_nondet_int();
    v.minor = __VERIFIER_nondet_int();
    return v;
}

int main(void)
{
    struct version a = any(), b = any(), c = any();

    if (compare(&a, &b) != -compare(&b, &a))
        reach_error();
    if (compare(&a, &b) <= 0 && compare(&b, &c) <= 0 && compare(&a, &c) > 0)
        reach_error();
    if (compare(&a, &b) == 0 && (a.major != b.major || a.minor != b.minor))
        reach_error();
    if (compare(&c, &c) != 0)
        reach_error();
    return 0;
}
