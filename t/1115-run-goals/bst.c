#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    int count;
    struct node *left, *right;
};

static struct node *make(int key)
{
    struct node *n = malloc(sizeof *n);
    if (!n) {
        exit(2);
    }
    n->key = key;
    n->count = 1;
    n->left = n->right = NULL;
    return n;
}

static struct node *insert(struct node *t, int key)
{
    if (!t) {
        return make(key);
    }
    if (key < t->key) {
        t->left = insert(t->left, key);
    } else if (key > t->key) {
        t->right = insert(t->right, key);
    } else {
        t->count++;
    }
    return t;
}

static int height(const struct node *t)
{
    if (!t) {
        return 0;
    }
    int l = height(t->left), r = height(t->right);
    return 1 + (l > r ? l : r);
}

static int ordered(const struct node *t, long lo, long hi)
{
    if (!t) {
        return 1;
    }
    if (t->key <= lo || t->key >= hi) {
        return 0;
    }
    return ordered(t->left, lo, t->key) && ordered(t->right, t->key, hi);
}

static int size(const struct node *t)
{
    return t ? 1 + size(t->left) + size(t->right) : 0;
}

static void balanced_report(int *res) {
    *res |= 4;
}

int main(void)
{
    struct node *root = NULL;
    int i, res = 0, n = 0;

    for (i = 0; i < 9; i++) {
        int k = __VERIFIER_nondet_int();
        if (k == 0) {
            break;
        }
        root = insert(root, k);
        n++;
    }
    if (!ordered(root, -2147483649L, 2147483648L)) {
        res = 100;
    }
    int h = height(root), s = size(root);
    if (s == 7 && h == 3) {
        balanced_report(&res);
    }
    if (s > 7 && h == 3) {
        res = 101;
    }
    if (h == 9) {
        res |= 1;
    }
    if (root && root->left && root->right && root->left->right && !root->left->left) {
        struct node *p = root->left->right;
        if ((long)p->key - root->left->key <= 2) {
            res |= 8;
        }
        if (p->key >= root->key) {
            res = 102;
        }
    }
    if (s < n && root->count == 4 && s == 4) {
        res |= 16;
    }
    return res;
}
