/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// What was put into the table comes back.
#include <search.h>
#include <stdlib.h>
static int x;
int main(void)
{
    if (!hcreate(10)) return 0;
    ENTRY e = {"k", &x}, *r = hsearch(e, ENTER);
    if (!r) return 0;
    *(int *)r->data = 1;
    if (x) abort();
    return 0;
}
