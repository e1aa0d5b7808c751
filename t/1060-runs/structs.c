/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Structs: by value and by pointer, bit-fields, unions, copies, lists within an array, bytes of a word.
 */
#include "runs.h"

struct flags {
    unsigned ready : 1;
    int level : 3;
    unsigned kind : 4;
};
struct item {
    struct item *next;
    short key;
    struct flags flags;
};
union word {
    unsigned value;
    unsigned char bytes[4];
    struct {
        unsigned short low, high;
    } half;
};

static struct item pool[3];
static struct item *list;
static int used;

static void raise(struct flags *f, int by)
{
    f->level += by;
    f->ready = !f->ready;
    f->kind -= 1;
}

static struct flags lower(struct flags f)
{
    f.level -= 2;
    return f;
}

static struct item *insert(short key)
{
    struct item **at = &list;
    while (*at && (*at)->key < key)
        at = &(*at)->next;
    struct item *fresh = &pool[used++];
    *fresh = (struct item){.next = *at, .key = key};
    *at = fresh;
    return fresh;
}

int main(void)
{
    int c;
    struct flags f = {0};
    while (used < 2) {
        c = getchar() & 7;
        raise(&f, c & 3);
        SHOW("level", f.level)
        SHOW("kind", f.kind)
        SHOW("ready", f.ready)
        SHOW("lowered", lower(f).level)
        struct item *i = insert((short)(c & 7));
        i->flags = f;
    }
    for (struct item *i = list; i; i = i->next) {
        SHOW("key", i->key)
        SHOW("its level", i->flags.level)
    }
    struct item copy = pool[1];
    pool[1].key = 5;
    SHOW("copied", copy.key)
    union word w = {.value = 0x01020300u + (unsigned)used};
    SHOW("lowest", w.bytes[0])
    w.bytes[1] = 7;
    SHOW("low", w.half.low >> 8)
    w.half.high = (unsigned short)copy.key;
    SHOW("value", (int)(w.value >> 16))
    unsigned char *p = (unsigned char *)&w.value;
    p += 2;
    *p ^= 1;
    SHOW("flipped", w.half.high)
    return list ? list->key & 1 : 2;
}
