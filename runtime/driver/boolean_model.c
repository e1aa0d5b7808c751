/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * `cwolf model --format=bp`. The Boolean program goes to standard output or a file, its sizes to standard error.
 */
#include "runtime/driver/boolean_model.h"

static int write_program(const struct run_options *o, const struct pred_abstraction *x, double started)
{
    struct buf text = {0};
    uint32_t statements = 0;
    for (uint32_t i = 0; i < x->program->proc_count; i++)
        statements += x->program->procs[i]->stmt_count;
    buf_printf(&text,
               "// The program begins in %s. A variable is the C condition that it is named by;\n"
               "// {in a call}: those of the caller may not be up to date, so nothing is enforced.\n",
               x->entry);
    bool_print(x->program, &text);
    int status = driver_write_output(o->output, &text);
    buf_free(&text);
    for (uint32_t i = 0; i < x->assumption_count; i++)
        driver_say(DIAG_NOTE, "assumed: %s", x->assumptions[i]);
    if (!status)
        fprintf(stderr, "predicates %u, procedures %u, statements %u, solver questions %llu, seconds %.3f\n",
                x->variable_count, x->program->proc_count, statements, (unsigned long long)x->questions,
                base_budget_now() - started);
    return status;
}

int driver_boolean_model(struct run_options *o, struct program *p, const struct pred_options *options)
{
    struct pred_options how = *options;
    struct pred_abstraction x;
    struct diag d = {0};
    cwi_id entry;
    double started = base_budget_now();
    enum status st = check_find_entry(p->unit, &p->notes, o->entry, &entry, &d);
    if (st)
        return driver_say_failure(st, &d);
    driver_watch_begin(o);
    how.budget = &o->budget;
    st = pred_abstract(p->arena, p->unit, &p->notes, entry, &how, &x, driver_say_sink(), &d);
    driver_watch_end();
    return st ? driver_say_failure(st, &d) : write_program(o, &x, started);
}
