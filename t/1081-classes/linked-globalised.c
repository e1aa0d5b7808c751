/* SPDX-License-Identifier: GPL-3.0-or-later */
// objcopy --globalize-symbol: a static function is called from elsewhere.
// build: $CC -DOTHER -c $S -o other.o
// build: objcopy --globalize-symbol=f other.o
// build: $CC $S other.o -o prog
// wants: any
#include <assert.h>
#ifdef OTHER
__attribute__((used)) static int f(void)
{
    return 5;
}
#else
extern int f(void);
int main(void)
{
    assert(!(f() == 5));
    return 0;
}
#endif
