/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A library's interface as rules, and the check of a client with them.
 */
#ifndef CWOLF_DRIVER_CLIENT_CHECK_H
#define CWOLF_DRIVER_CLIENT_CHECK_H

#include "runtime/driver/driver.h"
#include "runtime/interface/interface.h"

/* Appends the rules of a library in the file `library`, after which they are named. */
enum status driver_interface_rules(const struct iface *i, const char *library, struct buf *out, struct diag *d);

struct interface_client {
    const char *const *client; /* files */
    size_t client_count;
    char *const *library; /* linked to a client that has none of its functions */
    size_t library_count;
    const char *name; /* of the library */
    struct run_options *run;
};
/* Links the client, checks it, and says what `cwolf check -R` would: an exit status. */
int driver_interface_check_client(const struct iface *i, const struct interface_client *c);

#endif
