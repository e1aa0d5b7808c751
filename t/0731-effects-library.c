/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tables of effects against the library itself: every row that can be called without harm is called at random, in a
 * child process, with the memory it can reach recorded before and after. Whatever changed, came back or was called must
 * be allowed by the row. And the test itself: rows with one letter wrong, or with a result that says nothing, are
 * noticed.
 */
#include <dlfcn.h>
#include <locale.h>
#include <ffi.h>
#include <stdio_ext.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "0731-make.h"
#include "0731-calls.h"
#include "tap.h"

struct call_line {
    char text[256], *words[ARGS + 4];
    char *extra; /* made, but not handed over */
    int count;   /* of arguments */
    int fixed;   /* before "..."; -1: no variable arguments */
    bool is_loose;
};
struct trial {
    struct seen seen[CALLS];
    int count; /* that returned */
};

/* "~ret name arg arg ... arg" */
static void read_line(const char *line, struct call_line *out)
{
    char *save, *s;
    memset(out, 0, sizeof *out);
    out->is_loose = *line == '~';
    out->fixed = -1;
    snprintf(out->text, sizeof out->text, "%s", line + out->is_loose);
    int n = 0;
    for (s = strtok_r(out->text, " ", &save); s; s = strtok_r(NULL, " ", &save))
        if (!strcmp(s, "..."))
            out->fixed = n - 2;
        else if (*s == '+')
            out->extra = s + 1;
        else
            out->words[n++] = s;
    out->count = n - 2;
}

static ffi_type *type_of(char class)
{
    switch (class) {
    case 'i':
        return &ffi_type_sint32;
    case 'u':
        return &ffi_type_uint32;
    case 'l':
        return &ffi_type_sint64;
    case 'd':
        return &ffi_type_double;
    case 'f':
        return &ffi_type_float;
    default:
        return &ffi_type_pointer;
    }
}

static char class_of_result(const char *word)
{
    static const struct {
        const char *word;
        char class;
    } types[] = {{"void", 'v'}, {"int", 'i'}, {"uint", 'u'},   {"long", 'l'},
                 {"size", 'l'}, {"ptr", 'p'}, {"double", 'd'}, {"float", 'f'}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (!strcmp(types[i].word, word))
            return types[i].class;
    return 0;
}

/* ---- one call ---------------------------------------------------------------------------------------------------- */

static void find_ranges(struct ranges *r)
{
    FILE *f = fopen("/proc/self/maps", "r");
    char line[512];
    r->count = 0;
    while (fgets(line, sizeof line, f) && r->count < 256) {
        unsigned long from, to;
        if (sscanf(line, "%lx-%lx", &from, &to) == 2 && (strstr(line, ".so") || strstr(line, "[heap]"))) {
            r->from[r->count] = from;
            r->to[r->count++] = to;
        }
    }
    fclose(f);
}

static int64_t result_of(char class, const ffi_arg *raw)
{
    return class == 'i' ? (int32_t)*raw : class == 'u' ? (uint32_t)*raw : (int64_t)*raw;
}

/* Whether a value of so many bytes lies in an object, before or after the call. */
static bool lies_in(const struct world *w, int object, int64_t value, size_t size)
{
    for (uint32_t at = 0; at + size <= w->size[object]; at++)
        if (!memcmp(world_object(w, object) + at, &value, size) ||
            !memcmp(w->before + (size_t)object * SLOT + MARGIN + at, &value, size))
            return true;
    return false;
}

static void record_result(const struct world *w, const struct made *args, int count, char class, int64_t value,
                          struct seen *s)
{
    s->kind = class == 'v'                   ? RESULT_VOID
              : class == 'p'                 ? RESULT_POINTER
              : class == 'd' || class == 'f' ? RESULT_FLOAT
                                             : RESULT_VALUE;
    s->result = value;
    s->is_null = !value;
    int object = class == 'p' ? world_at(w, (uint64_t)value) : -1;
    s->is_world = object >= 0;
    for (int i = 0; i < count; i++) {
        bool reached[OBJECTS] = {false};
        if (args[i].object >= 0) {
            world_reach(w, w->before, args[i].object, reached);
            world_reach(w, w->memory, args[i].object, reached);
        }
        s->deep |= (uint16_t)((object >= 0 && reached[object]) << i);
        s->same |= (uint16_t)((args[i].v.i == value) << i);
        s->into |= (uint16_t)((object >= 0 && args[i].object == object) << i);
        s->loaded |=
            (uint16_t)((args[i].object >= 0 && lies_in(w, args[i].object, value, class == 'i' || class == 'u' ? 4 : 8))
                       << i);
    }
}

/* `is_handed`: the row says that what is returned was handed over, now or before. */
/* The size of the elements of which a row counts some. */
static int element_of(const char *function, int i, const struct made *x)
{
    static const struct {
        const char *function;
        int argument, size;
    } rows[] = {{"backtrace", 0, sizeof(void *)},
                {"backtrace_symbols", 0, sizeof(void *)},
                {"backtrace_symbols_fd", 0, sizeof(void *)},
                {"epoll_pwait", 1, sizeof(struct epoll_event)},
                {"epoll_wait", 1, sizeof(struct epoll_event)},
                {"getgroups", 1, sizeof(gid_t)},
                {"getloadavg", 0, sizeof(double)},
                {"getopt", 1, sizeof(char *)},
                {"getopt_long", 1, sizeof(char *)},
                {"getopt_long_only", 1, sizeof(char *)},
                {"poll", 0, sizeof(struct pollfd)},
                {"ppoll", 0, sizeof(struct pollfd)},
                {"recvmmsg", 1, sizeof(struct mmsghdr)},
                {"regexec", 3, sizeof(regmatch_t)},
                {"sendmmsg", 1, sizeof(struct mmsghdr)}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (rows[k].argument == i && !strcmp(rows[k].function, function))
            return rows[k].size;
    return x->element ? x->element : 1;
}

static void call_once_more(struct world *w, void *function, const struct call_line *line, bool is_handed,
                           const struct ranges *lib, struct seen *s)
{
    struct made args[ARGS];
    ffi_type *types[ARGS];
    void *values[ARGS];
    int objects[ARGS];
    char class = class_of_result(line->words[0]);
    ffi_cif cif;
    ffi_arg raw[2] = {0};
    w->count = 0;
    w->has_null = false;
    memset(s, 0, sizeof *s);
    callback_bit = 0;
    for (int i = 0; i < line->count; i++) {
        make_argument(w, line->words[i + 2], &args[i]);
        bool is_function = strstr(line->words[i + 2], "fn") || strstr(line->words[i + 2], "cmp") ||
                           strstr(line->words[i + 2], "filter");
        callback_bit |= (uint16_t)((is_function && args[i].v.i) << i);
        types[i] = type_of(args[i].class);
        values[i] = &args[i].v;
        objects[i] = args[i].class == 'p' ? args[i].object : -1;
        if (objects[i] < 0)
            args[i].object = objects[i] = -1;
        s->values[i] = args[i].v.i;
        s->element[i] = element_of(line->words[1], i, &args[i]);
        s->nulls |= (uint16_t)((args[i].class == 'p' && !args[i].v.i) << i);
    }
    if (line->extra)
        make_argument(w, line->extra, &(struct made){0});
    ffi_type *result = class == 'v' ? &ffi_type_void : type_of(class);
    if (line->fixed >= 0)
        ffi_prep_cif_var(&cif, FFI_DEFAULT_ABI, (unsigned)line->fixed, (unsigned)line->count, result, types);
    else
        ffi_prep_cif(&cif, FFI_DEFAULT_ABI, (unsigned)line->count, result, types);
    memcpy(w->before, w->memory, (size_t)w->count * SLOT);
    callbacks_called = 0;
    ffi_call(&cif, FFI_FN(function), raw, values);
    world_compare(w, objects, line->count, lib, s);
    s->called = callbacks_called;
    record_result(w, args, line->count, class, result_of(class, raw), s);
    s->kept = is_handed ? s->into : 0;
}

/* ---- one row ----------------------------------------------------------------------------------------------------- */

static void prepare_directory(void)
{
    mkdir("dir", 0700);
    close(open("dir/x", O_CREAT | O_RDWR, 0600));
    close(open("dir/y", O_CREAT | O_RDWR, 0600));
    int fd = open("file", O_CREAT | O_RDWR, 0600);
    if (write(fd, "some text\n", 10) != 10 || (symlink("file", "link") && access("link", F_OK)))
        abort();
    close(fd);
}

/* What getchar and its like read. */
static void fill_stdin(struct world *w)
{
    int in = a_file(w, O_RDONLY);
    dup2(in, 0);
    close(in);
    __fpurge(stdin);
    clearerr(stdin);
}

/* In the child: standard input is a file of its own, standard output and error go nowhere. */
static void child(const char *name, const struct call_line *line, struct trial *out, uint64_t seed)
{
    struct world w = {.random = seed};
    struct ranges lib = {.count = 0};
    struct effect e;
    pt_effect_by_name(name, &e);
    alarm(20);
    void *function = dlsym(RTLD_DEFAULT, name);
    size_t room = (size_t)OBJECTS * SLOT;
    w.memory = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    w.before = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    setlocale(LC_ALL, "C.UTF-8");
    int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, 1);
    dup2(nowhere, 2);
    for (int i = 0; i < CALLS; i++) {
        if (e.flags & EFFECT_BLOCKS && !pt_effect_has(&e, 's'))
            fill_stdin(&w);
        if (i % 20 < 2)
            find_ranges(&lib);
        optind = 0;
        call_once_more(&w, function, line, e.result == EFFECT_HANDED || e.result == EFFECT_ENVIRONMENT, &lib,
                       &out->seen[i]);
        out->count = i + 1;
        close_range(3, ~0u, 0);
    }
    _exit(0);
}

/* Whether the child came to its end. */
static bool try_row(const char *name, const struct call_line *line, struct trial *t, uint64_t seed)
{
    int status = 0;
    t->count = 0;
    fflush(NULL);
    pid_t pid = fork();
    if (!pid)
        child(name, line, t, seed);
    waitpid(pid, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status))
        printf("# %s: call %d did not return (%s %d)\n", name, t->count + 1, WIFSIGNALED(status) ? "signal" : "status",
               WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    return WIFEXITED(status) && !WEXITSTATUS(status);
}

/* An input's least and greatest value and one between were seen. */
static bool all_inputs_seen(const struct effect *e, const struct trial *t)
{
    bool least = false, most = false, between = false;
    for (int k = 0; k < t->count; k++) {
        const struct seen *s = &t->seen[k];
        int64_t hi = e->hi_arg >= 0 ? s->values[e->hi_arg] : e->hi;
        least |= s->result == e->lo;
        most |=
            s->result == hi || (e->hi == INT64_MAX && s->result > 1) || (e->lo == INT64_MIN && s->kind == RESULT_VALUE);
        between |= (s->result > e->lo && s->result < hi);
    }
    return (least || e->lo == INT64_MIN) && most && between;
}

/* ---- is the test worth anything? --------------------------------------------------------------------------------- */

struct mutations {
    int rows, made, noticed;
};

static bool notices(const struct effect *e, const struct trial *t, bool is_loose)
{
    return wrong(e, t->seen, t->count) || (!is_loose && loose(e, t->seen, t->count));
}

static void count_mutation(struct mutations *m, const char *name, const char *what, bool noticed)
{
    m->made++;
    m->noticed += noticed;
    if (!noticed)
        printf("# survives: %s: %s\n", name, what);
}

static void mutate(const struct effect *e, const struct effect_row *row, const char *name, const struct trial *t,
                   bool is_loose, struct mutations *m)
{
    int before = m->made;
    for (uint32_t i = 0; i < e->param_count; i++) {
        struct effect x = *e;
        char letter = e->params[i].letter, what[40];
        bool writes = strchr("wbcdpqlua", letter), keeps = strchr("kghf", letter);
        if (!writes && !keeps)
            continue;
        x.params[i].letter = writes ? 'r' : 'w';
        snprintf(what, sizeof what, "'%c' of argument %u made '%c'", letter, i, x.params[i].letter);
        count_mutation(m, name, what, notices(&x, t, is_loose));
    }
    if (*row->result && !is_loose) {
        struct effect_row blank = *row;
        blank.result = "";
        struct effect x = pt_effect_of_row(&blank);
        count_mutation(m, name, "result widened", notices(&x, t, is_loose));
    }
    m->rows += m->made > before;
}

/* ---- all rows ---------------------------------------------------------------------------------------------------- */

static const struct effect_row *row_named(const char *name)
{
    for (size_t t = 0; pt_effect_tables[t]; t++)
        for (size_t i = 0; i < pt_effect_tables[t]->count; i++)
            if (!strcmp(pt_effect_tables[t]->rows[i].name, name))
                return &pt_effect_tables[t]->rows[i];
    return NULL;
}

static bool is_left_out(const char *name)
{
    for (size_t i = 0; left_out[i].name; i++) {
        size_t n = strlen(left_out[i].name);
        if (left_out[i].name[n - 1] == '*' ? !strncmp(left_out[i].name, name, n - 1) : !strcmp(left_out[i].name, name))
            return true;
    }
    return false;
}

static bool is_called(const char *name)
{
    for (size_t i = 0; calls[i]; i++) {
        struct call_line line;
        read_line(calls[i], &line);
        if (!strcmp(line.words[1], name))
            return true;
    }
    return false;
}

static void test_all_are_there(void)
{
    bool all = true;
    for (size_t t = 0; pt_effect_tables[t]; t++)
        for (size_t i = 0; i < pt_effect_tables[t]->count; i++) {
            const char *name = pt_effect_tables[t]->rows[i].name;
            if (is_called(name) || is_left_out(name) || !dlsym(RTLD_DEFAULT, name))
                continue;
            printf("# neither called nor left out: %s\n", name);
            all = false;
        }
    ok(all, "every row that this library has is called, or left out for a reason");
}

static bool can_be_made(const struct call_line *line)
{
    struct world w = {.memory = malloc((size_t)OBJECTS * SLOT), .random = 1};
    bool good = class_of_result(line->words[0]);
    for (int i = 0; i < line->count && good; i++) {
        struct made m;
        good = make_argument(&w, line->words[i + 2], &m);
        if (!good)
            printf("# %s: no such argument: %s\n", line->words[1], line->words[i + 2]);
    }
    free(w.memory);
    return good;
}

static void test_rows(void)
{
    struct trial *t = mmap(NULL, sizeof *t, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    struct mutations m = {0};
    int rows = 0, bad = 0, crashed = 0, unmade = 0, unseen = 0;
    const char *only = getenv("ONLY");
    for (size_t i = 0; calls[i]; i++) {
        struct call_line line;
        struct effect e;
        read_line(calls[i], &line);
        const char *name = line.words[1];
        if ((only && strcmp(only, name)) || !dlsym(RTLD_DEFAULT, name))
            continue;
        if (!pt_effect_by_name(name, &e) || !can_be_made(&line)) {
            printf("# %s: not in the tables\n", name);
            unmade++;
            continue;
        }
        crashed += !try_row(name, &line, t, i * 7919 + 1);
        rows++;
        const char *why = wrong(&e, t->seen, t->count);
        if (!why && !line.is_loose)
            why = loose(&e, t->seen, t->count);
        if (why) {
            printf("# %s: %s\n", name, why);
            bad++;
        }
        const struct effect_row *row = row_named(name);
        if (e.flags & EFFECT_INPUT && e.result == EFFECT_VALUE && !all_inputs_seen(&e, t)) {
            printf("# %s: an input, but not all of it was seen\n", name);
            unseen++;
        }
        if (row)
            mutate(&e, row, name, t, line.is_loose, &m);
    }
    ok(!unmade, "every call can be made");
    ok(!crashed, "every call returns");
    ok(!bad, "%d functions do what their rows say, and the rows say what they do", rows);
    ok(!unseen, "of every input both ends and a value between are seen");
    ok(only || rows >= 350, "at least 350 functions are called");
    printf("# %d of %d changes to %d rows are noticed\n", m.noticed, m.made, m.rows);
    ok(only || (m.rows >= 300 && m.noticed * 100 >= m.made * 95), "changes to rows are noticed");
}

int main(void)
{
    char directory[] = "/tmp/cwolf-effects-XXXXXX", command[64];
    setvbuf(stdout, NULL, _IOLBF, 0);
    signal(SIGPIPE, SIG_IGN);
    if (!mkdtemp(directory) || chdir(directory))
        return 1;
    prepare_directory();
    if (!dlopen("libtinfo.so.6", RTLD_NOW | RTLD_GLOBAL))
        printf("# no libtinfo.so.6: its functions are not called\n");
    else
        ((int (*)(char *, const char *))dlsym(RTLD_DEFAULT, "tgetent"))(NULL, "ansi");
    test_all_are_there();
    test_rows();
    snprintf(command, sizeof command, "rm -rf %s", directory);
    ok(!chdir("/") && !system(command), "the directory is removed");
    return done();
}
