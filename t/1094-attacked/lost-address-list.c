/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: no-leak
#include <netdb.h>
#include <stddef.h>
int main(void)
{
    struct addrinfo *list = NULL;
    if (getaddrinfo("127.0.0.1", "80", NULL, &list))
        return 0;
    list = NULL;
    return 0;
}
