// A balanced search tree of at most nine unknown keys: order, stored heights and balance are checked after each insert.
// True: insert rebalances every node on its way back by the four known rotations, which restore balance and keep order.
// expect: True
typedef unsigned long size_t;
extern void *malloc(size_t size);
extern void free(void *p);
extern void exit(int code);
#define NULL ((void *)0)
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

typedef struct avl {
    int key;
    int height;
    struct avl *left, *right;
} avl;

static int height(const avl *t)
{
    return t ? t->height : 0;
}

static void fix_height(avl *t)
{
    int l = height(t->left), r = height(t->right);
    t->height = (l > r ? l : r) + 1;
}

static avl *rotate_right(avl *t)
{
    avl *p = t->left;
    t->left = p->right;
    p->right = t;
    fix_height(t);
    fix_height(p);
    return p;
}

static avl *rotate_left(avl *t)
{
    avl *p = t->right;
    t->right = p->left;
    p->left = t;
    fix_height(t);
    fix_height(p);
    return p;
}

static avl *balance(avl *t)
{
    int d;

    fix_height(t);
    d = height(t->left) - height(t->right);
    if (d == 2) {
        if (height(t->left->left) < height(t->left->right))
            t->left = rotate_left(t->left);
        return rotate_right(t);
    }
    if (d == -2) {
        if (height(t->right->right) < height(t->right->left))
            t->right = rotate_right(t->right);
        return rotate_left(t);
    }
    return t;
}

static avl *insert(avl *t, int key)
{
    if (!t) {
        t = malloc(sizeof *t);
        if (!t)
            exit(0);
        t->key = key;
        t->height = 1;
        t->left = NULL;
        t->right = NULL;
        return t;
    }
    if (key == t->key)
        return t;
    if (key < t->key)
        t->left = insert(t->left, key);
    else
        t->right = insert(t->right, key);
    return balance(t);
}

static int nodes;

static void check(const avl *t, const avl *above, const avl *below)
{
    int l, r;

    if (!t)
        return;
    nodes++;
    if (above && t->key <= above->key)
        reach_error();
    if (below && t->key >= below->key)
        reach_error();
    l = height(t->left);
    r = height(t->right);
    if (l - r > 1 || r - l > 1)
        reach_error();
    if (t->height != (l > r ? l : r) + 1)
        reach_error();
    check(t->left, above, t);
    check(t->right, t, below);
}

static int member(const avl *t, int key)
{
    while (t) {
        if (t->key == key)
            return 1;
        t = key < t->key ? t->left : t->right;
    }
    return 0;
}

static void drop(avl *t)
{
    if (t) {
        drop(t->left);
        drop(t->right);
        free(t);
    }
}

int main(void)
{
    avl *root = NULL;
    int old = 0;

    for (int i = 0; i < 9; i++) {
        int key = __VERIFIER_nondet_int();
        int was = member(root, key);

        root = insert(root, key);
        nodes = 0;
        check(root, NULL, NULL);
        if (nodes != old + !was)
            reach_error();
        if (!member(root, key))
            reach_error();
        old = nodes;
    }
    if (height(root) > 4)           /* nine nodes: four levels at most */
        reach_error();
    drop(root);
    return 0;
}
