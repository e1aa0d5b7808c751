/* SPDX-License-Identifier: GPL-3.0-or-later */
// An element before the first one, by a constant: nothing is known of what stands there.
// aborts
// undefined
// wants: Maybe
struct node {
    int key;
    struct node *next;
};

int main(void)
{
    struct node nodes[2] = {{0, &nodes[1]}, {1, 0}};
    if (nodes[-1].next)
        __builtin_abort();
    return 0;
}
