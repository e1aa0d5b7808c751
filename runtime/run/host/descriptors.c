/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Descriptors in trials with a world (run_config.has_world): of files that are created to be written, until a stream is
 * made of them. A number is the lowest one that is not in use, as POSIX has it.
 *
 * Source: POSIX.1-2017, open, fdopen, and 2.14, allocation of file descriptors.
 */
#include "external.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static bool is_used(const struct machine *m, int number)
{
    bool is = number <= STDERR_FILENO;
    for (size_t i = 0; i < m->descriptors.count; i++)
        is |= m->descriptors.items[i].number == number;
    for (size_t i = 0; i < m->opened.count; i++)
        is |= m->opened.items[i].number == number && !m->opened.items[i].is_closed;
    return is;
}

int run_new_number(const struct machine *m)
{
    int number = STDERR_FILENO + 1;
    while (is_used(m, number))
        number++;
    return number;
}

static struct descriptor *find(struct machine *m, struct val number)
{
    for (size_t i = 0; i < m->descriptors.count; i++)
        if (m->descriptors.items[i].number == (int)number.bits)
            return &m->descriptors.items[i];
    return NULL;
}

static void take_out(struct machine *m, struct descriptor *x)
{
    *x = m->descriptors.items[--m->descriptors.count];
}

bool run_open_descriptor(struct machine *m, struct outcall *c, const char *path, int flags)
{
    uint32_t file;
    bool is_written = (flags & O_ACCMODE) == O_WRONLY && flags & O_CREAT && !(flags & O_APPEND);
    int is_there = is_written ? run_create_file(m, c, path, flags & O_EXCL, &file) : 0;
    if (is_there < 0) {
        *m->error_number = EEXIST;
        c->result = (struct val){UINT64_MAX, 0, 0};
    }
    if (is_there <= 0)
        return is_there < 0;
    struct descriptor x = {run_new_number(m), file};
    vec_push(&m->descriptors, x);
    c->result = (struct val){(uint64_t)x.number, 0, 0};
    return true;
}

bool run_open_stream_of(struct machine *m, struct outcall *c)
{
    struct descriptor *x = find(m, c->args[0]);
    if (!x)
        run_refuse_outside(m, c->x->name);
    m->opens = run_chooses_success(m, c) ? OPENS : OPENS_NOT;
    if (m->opens == OPENS_NOT)
        return false;
    struct descriptor of = *x;
    take_out(m, x);
    run_add_stream(m, c, of.file, of.number, false);
    return true;
}

bool run_close_descriptor(struct machine *m, struct outcall *c)
{
    struct descriptor *x = find(m, c->args[0]);
    if (!x)
        run_refuse_outside(m, c->x->name);
    take_out(m, x);
    c->result = (struct val){0, 0, 0};
    return true;
}

bool run_has_written(struct machine *m, const struct outcall *c)
{
    bool is = find(m, c->args[0]);
    for (size_t i = 0; i < m->opened.count; i++) {
        const struct opened *x = &m->opened.items[i];
        is |= x->number == (int)c->args[0].bits && !x->is_closed && m->files.items[x->file].kind == FILE_WRITTEN;
    }
    return is;
}
