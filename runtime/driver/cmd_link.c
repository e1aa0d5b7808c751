/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * link: fragments into one fragment (the thesis's cwld). What it writes can be linked again and checked.
 */
#include "runtime/driver/driver.h"

int cmd_link(int argc, char **argv)
{
    static const struct option options[] = {{0}};
    const char *output = NULL;
    int c;
    optind = 0;
    while ((c = driver_next_option(argc, argv, argv[0], "o:", options)) != -1) {
        if (c == '?')
            return EX_BAD;
        output = optarg;
    }
    if (!output)
        return driver_say_usage(argv[0], "no output given: -o OUT.cwi");
    if (optind >= argc)
        return driver_say_usage(argv[0], "no program given");
    struct program p;
    struct buf frame = {0};
    struct diag d = {0};
    int status = driver_program_link(&p, argv + optind, argc - optind, PROGRAM_PART);
    if (!status) {
        enum status st = cwi_write(p.unit, &frame, &d);
        status = st ? driver_say_failure(st, &d) : driver_write_output(output, &frame);
    }
    buf_free(&frame);
    driver_program_free(&p);
    return status;
}
