/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * report: one page for a whole build, of the pages that its links left beside their outputs.
 */
#include "runtime/driver/driver.h"
#include "runtime/driver/report/report.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { MOST_PAGE = 256 << 20 };

struct reporting {
    struct arena *arena;
    struct VEC(const char *) paths;
};

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && !strcmp(text + n - m, end);
}

/* What links left in the directory and below it; links to directories are not followed. */
static enum status search_directory(struct reporting *r, const char *path, struct diag *d)
{
    DIR *dir = opendir(path);
    enum status st = dir ? ST_OK : diag_errno(d, path, "cannot open the directory");
    for (struct dirent *e; !st && (e = readdir(dir));) {
        const char *one =
            strcmp(path, ".") ? arena_printf(r->arena, "%s/%s", path, e->d_name) : arena_str(r->arena, e->d_name);
        struct stat s;
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..") || lstat(one, &s))
            continue;
        if (S_ISDIR(s.st_mode))
            st = search_directory(r, one, d);
        else if (S_ISREG(s.st_mode) && ends_with(e->d_name, ".cwolf.html"))
            vec_push(&r->paths, one);
    }
    if (dir)
        closedir(dir);
    return st;
}

static enum status search(struct reporting *r, const char *path, struct diag *d)
{
    struct stat s;
    if (stat(path, &s))
        return diag_errno(d, path, "cannot find it");
    if (S_ISDIR(s.st_mode))
        return search_directory(r, path, d);
    vec_push(&r->paths, path);
    return ST_OK;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static enum status join(struct reporting *r, struct buf *out, struct diag *d)
{
    struct report_page_file *pages = ARENA_ARRAY(r->arena, struct report_page_file, r->paths.count + 1);
    size_t count = 0;
    enum status st = ST_OK;
    qsort(r->paths.items, r->paths.count, sizeof *r->paths.items, by_text);
    for (size_t i = 0; i < r->paths.count && !st; i++) {
        if (i && !strcmp(r->paths.items[i], r->paths.items[i - 1]))
            continue;
        pages[count] = (struct report_page_file){.path = r->paths.items[i]};
        st = base_file_read(r->paths.items[i], &pages[count++].text, MOST_PAGE, d);
    }
    if (!st)
        st = report_join_pages(pages, count, out, d);
    for (size_t i = 0; i < count; i++)
        buf_free(&pages[i].text);
    return st;
}

static int run_report(struct reporting *r, char **paths, const char *output)
{
    struct buf out = {0};
    struct diag d = {0};
    enum status st = ST_OK;
    for (; *paths && !st; paths++)
        st = search(r, *paths, &d);
    if (!st && !r->paths.count)
        st = diag_set(&d, ST_BAD, (struct place){0},
                      "no link has left a page there: build with -fplugin-arg-cwolf-format=html, or by 'cwolf build "
                      "--format=html'");
    if (!st)
        st = join(r, &out, &d);
    int status = st ? driver_say_failure(st, &d) : driver_write_output(output, &out);
    buf_free(&out);
    return status;
}

int cmd_report(int argc, char **argv)
{
    struct reporting r = {.arena = arena_new()};
    static const struct option options[] = {{0}};
    const char *output = NULL;
    int status = EX_HOLDS;
    optind = 0;
    for (int c; !status && (c = driver_next_option(argc, argv, argv[0], "o:", options)) != -1;) {
        status = c == '?' ? EX_BAD : EX_HOLDS;
        output = optarg;
    }
    if (!status && optind >= argc)
        status = driver_say_usage(argv[0], "expected the directory of a build, or pages that links left");
    if (!status)
        status = run_report(&r, argv + optind, output);
    vec_free(&r.paths);
    arena_free(r.arena);
    return status;
}
