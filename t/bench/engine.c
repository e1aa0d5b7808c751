/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The engine alone on one object file, counting states and transitions without keeping the graph, as model checkers count when
 * they are compared: engine OBJECT MAX-STATES.
 */
#include "runtime/avm/avm.h"
#include "runtime/cwi/fragments.h"

#include <stdio.h>
#include <sys/resource.h>

static int fail(const struct diag *d)
{
    fprintf(stderr, "%s: %s\n", d->at.file ? d->at.file : "bench", d->text);
    return 2;
}

int main(int argc, char **argv)
{
    struct diag d = {0};
    struct cwi_inputs in = {.arena = arena_new()};
    struct cwi_unit *program;
    struct notes notes = {.arena = arena_new()};
    struct avm_config config;
    struct avm_model *model;

    if (argc != 3)
        return 2;
    avm_config_init(&config);
    config.keep_graph = false;
    config.peephole = true;
    config.checks_runs = getenv("CHECKS_RUNS") != NULL;
    config.max_states = strtoull(argv[2], NULL, 10);
    config.max_memory = (uint64_t)20 << 30;
    if (cwi_collect(argv[1], false, &in, &d) || cwi_link(&in, "bench", NULL, &program, &d) || note_load(&notes, program, NULL, &d))
        return fail(&d);
    config.entry = cwi_find_func(program, NULL, "main", NULL);
    if (avm_run(program, &notes, &config, &model, &d))
        return fail(&d);
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    double cpu = (double)used.ru_utime.tv_sec + (double)used.ru_utime.tv_usec * 1e-6;
    printf("%llu states, %llu transitions, %.2f s CPU, %.2f M transitions/s, %.2f bytes/state in the tree, %ld MB peak%s\n",
           (unsigned long long)model->states, (unsigned long long)model->transitions, cpu, (double)model->transitions / cpu / 1e6,
           (double)model->bytes / (double)model->states, used.ru_maxrss / 1024, model->end == AVM_COMPLETE ? "" : " (not complete)");
    avm_model_free(model);
    return 0;
}
