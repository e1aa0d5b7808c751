/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What link-check leaves behind: the section .cwolf of what was just linked, and reports beside it.
 */
#include "linkcheck.h"

#include <errno.h>
#include <unistd.h>

static int run_objcopy(const struct link_options *o, char *const *options, size_t count)
{
    char *output = strcpy(base_mem_alloc(strlen(o->output) + 1), o->output), *argv[8] = {"objcopy"};
    struct buf none = {0}, ignored = {0};
    struct diag d;
    memcpy(argv + 1, options, count * sizeof *argv);
    argv[count + 1] = output;
    enum status st = driver_run_filter(argv, &none, &ignored, &d);
    buf_free(&ignored);
    free(output);
    if (!st)
        return EX_HOLDS;
    d.level = DIAG_WARNING;
    driver_say_diag(&d);
    return o->strict ? EX_VIOLATED : EX_HOLDS;
}

void driver_linkcheck_replace(const struct link_options *o, const struct buf *frame)
{
    char path[] = "/tmp/cwolf-XXXXXX", option[sizeof path + 32];
    int fd = mkstemp(path);
    bool written = fd >= 0 && write(fd, frame->data, frame->size) == (ssize_t)frame->size;
    snprintf(option, sizeof option, "--add-section=.cwolf=%s", path);
    char *options[] = {"--remove-section=.cwolf", option};
    if (written)
        (void)run_objcopy(o, options, 2);
    else
        driver_say(DIAG_WARNING,
                   "'%s' keeps the fragments of its objects, though the linker changed names: cannot write %s: %s",
                   o->output, path, strerror(errno));
    if (fd >= 0) {
        close(fd);
        unlink(path);
    }
}

int driver_linkcheck_strip(const struct link_options *o)
{
    char *options[] = {"--remove-section=.cwolf"};
    return driver_probe_file(o->output).found == PROBE_FRAGMENTS ? run_objcopy(o, options, 1) : EX_HOLDS;
}

bool driver_linkcheck_report(const struct link_options *o, struct program *p, const struct check_report *r)
{
    struct report report = {.unit = p->unit, .check = r, .strict = o->strict};
    bool written = true;
    for (size_t i = 0; i < o->formats.count; i++) {
        char *path = arena_printf(p->arena, "%s.cwolf%s", o->output, o->formats.items[i]->suffix);
        written &= report_write(&report, o->formats.items[i], path) == EX_HOLDS;
    }
    return written;
}
