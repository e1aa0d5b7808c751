/* SPDX-License-Identifier: GPL-3.0-or-later */
// A name is cut to its member.
#include <stdio.h>

struct user {
    char name[8];
    int admin;
};

static void rename_user(struct user *u, const char *name)
{
    int i = 0;
    for (; name[i] && i < 7; i++)
        u->name[i] = name[i];
    u->name[i] = '\0';
}

int main(void)
{
    struct user u = {"bob", 0};
    rename_user(&u, "bobby-tables");
    printf("%s %d\n", u.name, u.admin);
    return 0;
}
