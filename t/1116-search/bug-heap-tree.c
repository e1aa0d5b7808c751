/* SPDX-License-Identifier: GPL-3.0-or-later */
// seconds: 2
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
struct tree { int key; struct tree *left, *right; };
static struct tree *insert(struct tree *t, int key)
{
    if (!t) {
        t = calloc(1, sizeof *t);
        t->key = key;
    } else if (key < t->key) {
        t->left = insert(t->left, key);
    } else {
        t->right = insert(t->right, key);
    }
    return t;
}
static int depth(const struct tree *t)
{
    int l = t ? depth(t->left) : 0, r = t ? depth(t->right) : 0;
    return t ? 1 + (l > r ? l : r) : 0;
}
int main(void)
{
    struct tree *t = NULL;
    for (int i = 0; i < 4; i++)
        t = insert(t, __VERIFIER_nondet_int());
    if (depth(t) == 2)
        return 0;
    if (depth(t) == 4 && t->left)
        abort();
    return 0;
}
