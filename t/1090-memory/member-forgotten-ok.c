/* SPDX-License-Identifier: GPL-3.0-or-later */
// A structure is freed after its member.
#include <stdlib.h>

struct image {
    int width, height;
    unsigned char *pixels;
};

static struct image *new_image(int width, int height)
{
    struct image *i = malloc(sizeof *i);
    if (!i)
        return NULL;
    i->width = width;
    i->height = height;
    i->pixels = calloc((size_t)width * height, 1);
    return i;
}

static void free_image(struct image *i)
{
    if (i)
        free(i->pixels);
    free(i);
}

int main(void)
{
    struct image *i = new_image(4, 3);
    if (i && i->pixels)
        i->pixels[11] = 255;
    free_image(i);
    return 0;
}
