/* SPDX-License-Identifier: GPL-3.0-or-later */
// The error function that verification programs call.
// build: $CC $S -o prog
// wants: False
extern void abort(void);
__attribute__((noinline)) void __VERIFIER_error(void)
{
    abort();
}
static int x;
static void notify(void)
{
    x++;
}
static void act(void)
{
    notify();
}
int main(void)
{
    act();
    notify();
    __VERIFIER_error();
    return 0;
}
