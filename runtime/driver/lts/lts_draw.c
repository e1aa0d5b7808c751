/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * `cwolf lts draw`: pictures of systems of any size.
 */
#include "lts_command.h"

/* The name that stands in the picture: that of the option, else the file's. */
static const char *title_of(const struct lts_options *o)
{
    const char *slash = strrchr(o->files[0], '/');
    return o->name ? o->name : !strcmp(o->files[0], "-") ? "standard input" : slash ? slash + 1 : o->files[0];
}

static int draw(const struct lts_options *o, const struct lts *l, enum lts_format format)
{
    struct lts_control control = driver_lts_watch(o);
    struct lts_print how = {.must = l->must != NULL, .io_labels = o->io_labels, .name = title_of(o)};
    struct diag d = {0};
    enum status st = lts_write_picture_file(l, &o->picture, format, &how, o->output ? o->output : "-", &control, &d);
    driver_watch_wipe();
    return st == ST_OK ? EX_HOLDS : driver_say_failure(st, &d);
}

int driver_lts_draw(const struct lts_options *o)
{
    struct lts *l;
    enum lts_format format;
    int status = driver_lts_choose_format(o, LTS_FMT_SVG, &format);
    if (!status && format != LTS_FMT_SVG && format != LTS_FMT_DOT)
        status = driver_say_usage("lts", "draw makes svg or dot; 'cwolf lts convert' writes the other formats");
    if (!status)
        status = driver_lts_load_edited(o, &l);
    if (status)
        return status;
    status = draw(o, l, format);
    lts_free(l);
    return status;
}
