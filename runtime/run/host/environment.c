/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The environment of trials with a world (run_config.has_world): whether a variable is there is an input, and so are
 * its characters. The library finds none of those that it looks for itself, and a program that has a list of them finds
 * it empty.
 *
 * Sources: POSIX.1-2017, 8, environment variables; the GNU C library's manual, the variables that its functions use.
 */
#include "runtime/run/trace/trace.h"
#include "external.h"

enum { LONGEST = 12 }; /* characters, with the zero */

/* What the library does depends on it. */
static bool is_of_library(const char *name)
{
    static const char *const names[] = {"LANG",          "LANGUAGE",       "TZ",          "PATH",
                                        "TMPDIR",        "NLSPATH",        "LOCPATH",     "POSIXLY_CORRECT",
                                        "MSGVERB",       "SEV_LEVEL",      "RES_OPTIONS", "HOSTALIASES",
                                        "LOCALDOMAIN",   "TZDIR",          "GCONV_PATH",  "GETCONF_DIR",
                                        "ARGP_HELP_FMT", "OUTPUT_CHARSET", "CHARSET"};
    static const char *const begins[] = {"LC_", "LD_", "MALLOC_", "GLIBC_", "_"};
    bool is = run_is_named(names, sizeof names / sizeof *names, name);
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        is |= str_begins(name, begins[i]);
    return is;
}

static const struct environment_variable *find(const struct machine *m, const char *name)
{
    for (size_t i = 0; i < m->variables.count; i++)
        if (!strcmp(m->variables.items[i].name, name))
            return &m->variables.items[i];
    return NULL;
}

/* The string literal that is its name: what has no other is not there, so that a path can tell which it was. */
static cwi_id literal_of(const struct machine *m, uint64_t bits)
{
    uint32_t id = memory_has(&m->mem, bits) ? run_memory_owner(&m->mem, bits) : 0;
    const struct object *o = id ? &m->mem.objects.items[id] : NULL;
    return o && o->var && o->base == bits && cwi_var_of(m->u, o->var)->linkage == CWI_LITERAL ? o->var : 0;
}

static struct val read_value(struct machine *m, cwi_id func)
{
    char text[LONGEST] = {0};
    const char *const list[] = {text, NULL};
    uint32_t first = (uint32_t)m->next_input, used = 0, unused;
    while (used < LONGEST - 1 &&
           (text[used] = (char)run_input_byte(m, (struct run_input_from){.func = func, .is_content = true})))
        used++;
    struct val strings = run_strings_object(m, list, &unused);
    struct val value = run_memory_load(&m->mem, (void *)(uintptr_t)strings.bits, sizeof strings.bits);
    for (uint32_t k = 0; k < used; k++)
        run_trace_input_byte(m, first + k, (const uint8_t *)(uintptr_t)value.bits + k);
    return value;
}

bool run_get_variable(struct machine *m, struct outcall *c)
{
    const char *name = c->args[0].bits ? (const char *)(uintptr_t)c->args[0].bits : "";
    bool has_list = m->environ_at[0] || m->passes_environment,
         may_be = run_string(m, c->args[0], VARIABLE_NAME) < VARIABLE_NAME && *name && !strchr(name, '=');
    if (run_has_changed_environment(m))
        run_refuse_outside(m, c->x->name);
    const struct environment_variable *known = may_be ? find(m, name) : NULL;
    c->result = known ? known->value : (struct val){0, 0, 0};
    if (known || !may_be || has_list || is_of_library(name))
        return true;
    struct run_input_from from = {.func = c->x->id, .var = literal_of(m, c->args[0].bits), .is_variable = true};
    struct environment_variable new = {.value = {0, 0, 0}};
    strcpy(new.name, name);
    bool is_asked = m->has_variables && from.var && m->trace && m->next_input < m->trace->most_inputs;
    if (is_asked && run_input_byte(m, from))
        new.value = read_value(m, c->x->id);
    vec_push(&m->variables, new);
    c->result = new.value;
    return true;
}
