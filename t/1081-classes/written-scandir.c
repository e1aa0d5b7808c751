/* SPDX-License-Identifier: GPL-3.0-or-later */
// scandir calls the filter for each entry, and stores a pointer to those kept.
// wants: any
#include <assert.h>
#include <dirent.h>
#include <string.h>
static int seen;
static int filter(const struct dirent *d)
{
    seen = 1;
    return !strcmp(d->d_name, ".");
}
int main(void)
{
    struct dirent **names = 0;
    int n = scandir("/", &names, filter, alphasort);
    assert(!(n == 1 && seen == 1 && names[0]->d_name[0] == '.'));
    return 0;
}
