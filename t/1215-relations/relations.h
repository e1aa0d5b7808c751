/* What the programs here share: each asserts a relation that holds, and with -DBUG one that some input breaks. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define CHECK(condition) do { if (!(condition)) reach_error(); } while (0)
#define input __VERIFIER_nondet_int
