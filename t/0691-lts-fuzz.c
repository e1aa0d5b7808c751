/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The corpus of the fuzzer, t/fuzz/corpus, through all readers of transition systems: nothing crashes, what is refused
 * has a message, what is read is sound. Sanitized builds make this test sharp.
 */
#include "fuzz/lts.h"
#include "tap.h"

#include <dirent.h>

static int one_file(const struct dirent *e)
{
    return e->d_name[0] != '.';
}

int main(void)
{
    struct dirent **entry;
    int n = scandir("t/fuzz/corpus", &entry, one_file, alphasort);
    ok(n >= 40, "%d files", n);
    for (int i = 0; i < n; i++) {
        struct buf path = {0}, input = {0};
        struct diag d = {0};
        buf_printf(&path, "t/fuzz/corpus/%s", entry[i]->d_name);
        if (ok(base_file_read(path.data, &input, 1 << 20, &d) == ST_OK, "%s", entry[i]->d_name))
            read_and_check((const uint8_t *)buf_str(&input), input.size);
        buf_free(&path);
        buf_free(&input);
        free(entry[i]);
    }
    if (n >= 0)
        free(entry);
    return done();
}
