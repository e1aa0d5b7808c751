/* SPDX-License-Identifier: GPL-3.0-or-later */
// Structures by value, unions, pointers into pointers, arrays of any length, the heap, strings.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct point {
    int x, y;
};
struct shape {
    char name[6];
    struct point corners[3];
    struct shape *next;
};
union both {
    double d;
    unsigned char bytes[8];
    struct {
        unsigned lo, hi;
    };
};
union text_or_number { /* of eight bytes, a pointer first: as a library's transparent unions, but this one is passed whole */
    const char *text;
    long number;
};
struct line {
    size_t size;
    char text[];
};

struct old_line { /* as before flexible arrays: padding behind the last member */
    long size;
    char text[1];
};

static struct shape first = {"first", {{1, 2}, {3, 4}, {5, 6}}, &first};
static const char *const words[] = {"alpha", "beta", "gamma", NULL};

static long number_of(union text_or_number u, int is_text)
{
    return is_text ? (long)strlen(u.text) : u.number;
}

static struct shape moved(struct shape s, struct point by)
{
    for (int i = 0; i < 3; i++) {
        s.corners[i].x += by.x;
        s.corners[i].y += by.y;
    }
    strcpy(s.name, "moved");
    return s;
}

static int sum(int n, int m, int a[n][m])
{
    int r = 0, copy[n][m];
    memcpy(copy, a, sizeof copy);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            r += copy[i][j];
    return r + (int)sizeof copy;
}

static void strings(void)
{
    char buffer[64], *p = buffer;
    p = stpcpy(p, "one");
    strcat(p, ",two,,three");
    printf("%s %zu %d\n", buffer, strlen(buffer), strcmp(buffer, "one"));
    for (char *w = strtok(buffer, ","); w; w = strtok(NULL, ","))
        printf("<%s>", w);
    snprintf(buffer, 8, "%05d|%s", 42, "much too long");
    printf("%s %s %d\n", buffer, strchr(buffer, '|'), (int)strtol("12abc", &p, 10));
    puts(p);
    char *copy = strdup(words[1]), **list = malloc(3 * sizeof *list);
    for (int i = 0; i < 3; i++)
        list[i] = i ? strndup(words[i], 3) : copy;
    printf("%s %s %s\n", list[0], list[1], list[2]);
    for (int i = 0; i < 3; i++)
        free(list[i]);
    free(list);
    int a, b;
    char word[8];
    printf("%d ", sscanf("17 0x1f hello", "%d %i %7s", &a, &b, word));
    printf("%d %d %s\n", a, b, word);
}

int main(void)
{
    struct shape list[2] = {first}, *copy = malloc(sizeof *copy);
    list[1] = moved(list[0], (struct point){10, 20});
    *copy = list[1];
    copy->next = list;
    printf("%s %d %s %d\n", copy->name, copy->corners[2].y, copy->next->name, copy->next->next->corners[1].x);
    copy = realloc(copy, 2 * sizeof *copy);
    copy[1] = copy[0];
    printf("%s %d\n", copy[1].next[1].name, copy[1].next[1].corners[0].y);
    free(copy);
    union both u = {.d = 1.0};
    printf("%u %x %d\n", u.lo, u.hi, u.bytes[7]);
    u.bytes[6] = 0;
    printf("%g\n", u.d);
    union text_or_number n = {.text = "four"};
    printf("%ld", number_of(n, 1));
    n.number = 5;
    printf(" %ld\n", number_of(n, 0));
    int a[2][3] = {{1, 2, 3}, {4, 5, 6}};
    printf("%d\n", sum(2, 3, a));
    struct line *l = malloc(sizeof *l + 10);
    l->size = 10;
    memset(l->text, 'x', 9);
    l->text[9] = 0;
    printf("%zu %s\n", l->size, l->text);
    free(l);
    struct old_line *o = malloc(sizeof *o + 20);
    strcpy(o->text, "longer than it says");
    o->text[6] = '\0';
    printf("%s %c\n", o->text, o->text[8]);
    free(o);
    for (const char *const *w = words; *w; w++)
        printf("%s%c", *w, w[1] ? ' ' : '\n');
    strings();
    return 0;
}
