/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The shared libraries of a program, as the loader would find them: they are part of it, or, without fragments, may
 * name what it exports. Source: ld.so(8).
 */
#include "runtime/driver/driver.h"

#include <glob.h>
#include <unistd.h>

static bool is_here(const struct cwi_inputs *in, const char *name)
{
    for (size_t i = 0; i < in->list.count; i++)
        if (in->list.items[i].is_module && base_path_ends_with(in->list.items[i].path, name))
            return true;
    return false;
}

static const char *readable(struct arena *a, const char *directory, size_t length, const char *name)
{
    const char *path = arena_printf(a, "%.*s/%s", (int)length, directory, name);
    return length && !access(path, R_OK) ? path : NULL;
}

/* In a list of directories with colons; $ORIGIN is where `origin` lies. */
static const char *in_path(struct arena *a, const char *list, const char *origin, const char *name)
{
    const char *found = NULL;
    for (const char *s = list; s && *s && !found;) {
        size_t n = strcspn(s, ":");
        bool is_origin = n >= 7 && !strncmp(s, "$ORIGIN", 7), is_braced = n >= 9 && !strncmp(s, "${ORIGIN}", 9);
        const char *slash = strrchr(origin, '/');
        const char *base = slash ? arena_strn(a, origin, (size_t)(slash - origin)) : ".";
        const char *directory = arena_strn(a, s, n);
        if (is_origin || is_braced)
            directory = arena_printf(a, "%s%s", base, directory + (is_braced ? 9 : 7));
        found = readable(a, directory, strlen(directory), name);
        s += n + (s[n] == ':');
    }
    return found;
}

static const char *in_system(struct arena *a, const char *name)
{
    static const char *const patterns[] = {"/lib/*-linux-*", "/usr/lib/*-linux-*", "/lib64",        "/usr/lib64",
                                           "/lib",           "/usr/lib",           "/usr/local/lib"};
    const char *found = NULL;
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns && !found; i++) {
        glob_t g = {0};
        if (!glob(patterns[i], 0, NULL, &g))
            for (size_t k = 0; k < g.gl_pathc && !found; k++)
                found = readable(a, g.gl_pathv[k], strlen(g.gl_pathv[k]), name);
        globfree(&g);
    }
    return found;
}

static const char *find(struct cwi_inputs *in, size_t module, const char *name, const char *const *directories,
                        size_t count)
{
    struct arena *a = in->arena;
    if (strchr(name, '/'))
        return access(name, R_OK) ? NULL : name;
    const char *path = in_path(a, in->list.items[module].run_path, in->list.items[module].path, name);
    if (!path) /* a program's run path serves its libraries too */
        path = in_path(a, in->list.items[0].run_path, in->list.items[0].path, name);
    for (size_t i = 0; i < count && !path; i++)
        path = readable(a, directories[i], strlen(directories[i]), name);
    path = path ? path : in_path(a, getenv("LD_LIBRARY_PATH"), "", name);
    return path ? path : in_system(a, name);
}

enum status driver_libraries_add(struct cwi_inputs *in, const char *const *directories, size_t count, struct diag *d)
{
    for (size_t i = 0; i < in->list.count; i++)
        for (size_t k = 0; k < in->list.items[i].needed_count; k++) {
            const char *name = in->list.items[i].needed[k];
            const char *path = is_here(in, name) ? NULL : find(in, i, name, directories, count);
            enum status st = path ? cwi_collect(path, false, in, d) : ST_OK;
            if (st)
                return st;
        }
    return ST_OK;
}
