/* SPDX-License-Identifier: GPL-3.0-or-later */
// A tree is deleted from its root, and the right half looked up in it.
// kind: use-after-free
#include <stdlib.h>

struct tree {
    int key;
    struct tree *left, *right;
};

static struct tree *insert(struct tree *t, int key)
{
    if (!t) {
        t = calloc(1, sizeof *t);
        if (t)
            t->key = key;
    } else if (key < t->key) {
        t->left = insert(t->left, key);
    } else {
        t->right = insert(t->right, key);
    }
    return t;
}

static void delete_tree(struct tree *t)
{
    if (!t)
        return;
    delete_tree(t->left);
    free(t);
    delete_tree(t->right); // error
}

int main(void)
{
    static const int keys[] = {4, 2, 6};
    struct tree *t = NULL;
    for (int i = 0; i < 3; i++)
        t = insert(t, keys[i]);
    delete_tree(t);
    return 0;
}
