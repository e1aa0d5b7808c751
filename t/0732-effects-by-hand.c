/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows of the tables of effects that no single call shows: what is kept and used later, functions called at another
 * moment, lists of variable arguments, the compiler's own functions. Each scenario says what it saw, in the terms of
 * 0731-world.h, and the row has to allow that, and would be noticed if it said less.
 */
#include <aio.h>
#include <argz.h>
#include <errno.h>
#include <fts.h>
#include <search.h>
#include <setjmp.h>
#include <stdarg.h>
#include <sys/types.h>
#include <threads.h>

#include "0731-make.h"
#include "tap.h"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations" /* sigset */

static struct world world;
static struct seen seen;
static struct ranges no_ranges;

/* Begins a scenario: everything made from now on is part of it. */
static void begin(void)
{
    world.count = 0;
    memset(&seen, 0, sizeof seen);
    for (int i = 0; i < ARGS; i++)
        seen.element[i] = 1;
}

static void *object(uint32_t size)
{
    struct made m = zeroed(&world, size);
    return (void *)(uintptr_t)m.v.i;
}

static void before(void)
{
    memcpy(world.before, world.memory, (size_t)world.count * SLOT);
}

/* What changed since before(), with each argument's object (NULL: none). */
static void after(int count, ...)
{
    int objects[ARGS];
    va_list args;
    va_start(args, count);
    for (int i = 0; i < count; i++) {
        void *p = va_arg(args, void *);
        objects[i] = p ? world_at(&world, (uint64_t)(uintptr_t)p) : -1;
    }
    va_end(args);
    world_compare(&world, objects, count, &no_ranges, &seen);
}

static bool changed(const void *p, int size)
{
    int i = world_at(&world, (uint64_t)(uintptr_t)p);
    return memcmp(world.before + (size_t)i * SLOT + MARGIN, p, (size_t)size);
}

static void result_is(void *p)
{
    seen.kind = RESULT_POINTER;
    seen.result = (int64_t)(uintptr_t)p;
    seen.is_null = !p;
    seen.is_world = world_at(&world, (uint64_t)(uintptr_t)p) >= 0;
}

static volatile int calls_seen;
static void *volatile pointer_seen;
static int *shared_count; /* of a child */

static void note_call(void)
{
    calls_seen++;
    ++*shared_count;
}
static void note_signal(int signal)
{
    (void)signal;
    note_call();
}
static void note_pointer(void *p)
{
    pointer_seen = p;
    note_call();
}
static void *note_thread(void *p)
{
    note_pointer(p);
    return p;
}
static int note_thrd(void *p)
{
    note_pointer(p);
    return 7;
}

static void called(int argument, bool condition)
{
    seen.called |= (uint16_t)(condition << argument);
}
static void kept(int argument, const void *p)
{
    seen.kept |= (uint16_t)((pointer_seen == p) << argument);
}
static void written_later(int argument, bool condition)
{
    seen.written_later |= (uint16_t)(condition << argument);
}

static void start(void)
{
    calls_seen = *shared_count = 0;
    pointer_seen = NULL;
}

/* ---- the end of a process ---------------------------------------------------------------------------------------- */

static void note_exit(int status, void *p)
{
    (void)status;
    *shared_count = p ? 2 : 1;
}
static void in_child(int (*work)(void), bool quick)
{
    start();
    fflush(NULL);
    pid_t pid = fork();
    if (!pid) {
        work();
        fclose(stdout);
        if (quick)
            quick_exit(0);
        exit(0);
    }
    waitpid(pid, NULL, 0);
    calls_seen = *shared_count;
}
static int register_atexit(void)
{
    return atexit(note_call);
}
static int register_quick(void)
{
    return at_quick_exit(note_call);
}
static int register_on_exit(void)
{
    return on_exit(note_exit, world.memory);
}
int __cxa_atexit(void (*f)(void *), void *p, void *dso);
static int register_cxa(void)
{
    return __cxa_atexit(note_pointer, NULL, NULL);
}
static int register_fork(void)
{
    pthread_atfork(note_call, note_call, note_call);
    if (!fork())
        _exit(0);
    return 0;
}
static void try_atexit(void)
{
    in_child(register_atexit, false);
    called(0, calls_seen);
}
static void try_at_quick_exit(void)
{
    in_child(register_quick, true);
    called(0, calls_seen);
}
static void try_on_exit(void)
{
    in_child(register_on_exit, false);
    called(0, calls_seen);
    pointer_seen = calls_seen == 2 ? world.memory : NULL;
    kept(1, world.memory);
}
static void try_cxa_atexit(void)
{
    in_child(register_cxa, false);
    called(0, calls_seen);
}
static void try_atfork(void)
{
    in_child(register_fork, false);
    for (int i = 0; i < 3; i++)
        called(i, calls_seen >= 2);
}

/* ---- signals ----------------------------------------------------------------------------------------------------- */

static void try_signal(void)
{
    start();
    signal(SIGUSR1, note_signal);
    raise(SIGUSR1);
    called(1, calls_seen);
}
static void try_sigset(void)
{
    start();
    sigset(SIGUSR1, note_signal);
    raise(SIGUSR1);
    called(1, calls_seen);
}
static void try_sigaction(void)
{
    struct sigaction *a = object(sizeof *a), *old = object(sizeof *old);
    start();
    a->sa_handler = note_signal;
    before();
    sigaction(SIGUSR2, a, NULL);
    sigaction(SIGUSR2, a, old);
    after(3, NULL, a, old);
    raise(SIGUSR2);
    called(1, calls_seen);
}
static void try_sigaltstack(void)
{
    stack_t *s = object(sizeof *s), *old = object(sizeof *old);
    static _Alignas(16) char memory[65536];
    struct sigaction a = {.sa_handler = note_signal, .sa_flags = SA_ONSTACK};
    *s = (stack_t){.ss_sp = memory, .ss_size = sizeof memory};
    before();
    sigaltstack(s, old);
    sigaltstack(s, old);
    after(2, s, old);
    memset(memory, 0, sizeof memory);
    sigaction(SIGUSR1, &a, NULL);
    raise(SIGUSR1);
    bool used = false;
    for (size_t i = 0; i < sizeof memory; i++)
        used |= memory[i];
    written_later(0, used);
    sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
}
static siginfo_t *queued(int how)
{
    sigset_t *set = object(sizeof *set);
    siginfo_t *info = object(sizeof *info);
    void *p = object(8);
    memset(set, 0, sizeof *set);
    sigaddset(set, SIGRTMIN);
    sigprocmask(SIG_BLOCK, set, NULL);
    sigqueue(getpid(), SIGRTMIN, (union sigval){.sival_ptr = p});
    before();
    if (how)
        sigtimedwait(set, info, &(struct timespec){1, 0});
    else
        sigwaitinfo(set, info);
    after(2, set, info);
    pointer_seen = info->si_value.sival_ptr;
    return pointer_seen == p ? info : NULL;
}
static void try_sigwaitinfo(void)
{
    queued(0);
}
static void try_sigtimedwait(void)
{
    queued(1);
}
static void try_sigqueue(void)
{
    seen.kept = (uint16_t)((queued(0) != NULL) << 2);
    seen.change_count = 0;
}
static void note_value(union sigval v)
{
    note_pointer(v.sival_ptr);
}
static void try_timer_create(void)
{
    struct sigevent *e = object(sizeof *e);
    timer_t *t = object(sizeof *t);
    struct itimerspec *soon = object(sizeof *soon), *now = object(sizeof *now);
    start();
    soon->it_value.tv_nsec = 1000000;
    e->sigev_notify = SIGEV_THREAD;
    e->sigev_notify_function = note_value;
    e->sigev_value.sival_ptr = soon;
    memset(t, 1, sizeof *t);
    before();
    timer_create(CLOCK_MONOTONIC, e, t);
    after(3, NULL, e, t);
    timer_settime(*t, 0, soon, now);
    for (int i = 0; i < 1000 && !calls_seen; i++)
        usleep(1000);
    called(1, calls_seen);
    kept(1, soon);
}
static void try_timer_settime(void)
{
    timer_t t;
    struct itimerspec *far = object(sizeof *far), *old = object(sizeof *old);
    far->it_value.tv_sec = 1000;
    timer_create(CLOCK_MONOTONIC, NULL, &t);
    timer_settime(t, 0, far, NULL);
    before();
    timer_settime(t, 0, far, old);
    after(4, NULL, NULL, far, old);
}
static void try_timer_gettime(void)
{
    timer_t t;
    struct itimerspec *far = object(sizeof *far), *now = object(sizeof *now);
    far->it_value.tv_sec = 1000;
    timer_create(CLOCK_MONOTONIC, NULL, &t);
    timer_settime(t, 0, far, NULL);
    before();
    timer_gettime(t, now);
    after(2, NULL, now);
}

/* ---- threads ----------------------------------------------------------------------------------------------------- */

static void try_pthread_create(void)
{
    pthread_t *t = object(sizeof *t);
    void *p = object(8);
    start();
    before();
    pthread_create(t, NULL, note_thread, p);
    after(4, t, NULL, NULL, p);
    pthread_join(*t, NULL);
    called(2, calls_seen);
    kept(3, p);
}
static void try_pthread_join(void)
{
    pthread_t t;
    void *p = object(8), **out = object(8);
    pthread_create(&t, NULL, note_thread, p);
    before();
    pthread_join(t, out);
    after(2, NULL, out);
}
static void try_pthread_tryjoin(void)
{
    pthread_t t;
    void *p = object(8), **out = object(8);
    pthread_create(&t, NULL, note_thread, p);
    before();
    while (pthread_tryjoin_np(t, out))
        usleep(1000);
    after(2, NULL, out);
}
static void try_thrd_create(void)
{
    thrd_t *t = object(sizeof *t);
    void *p = object(8);
    start();
    before();
    thrd_create(t, note_thrd, p);
    after(3, t, NULL, p);
    thrd_join(*t, NULL);
    called(1, calls_seen);
    kept(2, p);
}
static void try_thrd_join(void)
{
    thrd_t t;
    int *out = object(4);
    thrd_create(&t, note_thrd, NULL);
    before();
    thrd_join(t, out);
    after(2, NULL, out);
}
static pthread_key_t a_key;
static void *set_key(void *p)
{
    pthread_setspecific(a_key, p);
    return NULL;
}
static void try_key_create(void)
{
    pthread_key_t *k = object(sizeof *k);
    void *p = object(8);
    pthread_t t;
    start();
    memset(k, 0xff, sizeof *k);
    before();
    pthread_key_create(k, note_pointer);
    after(2, k, NULL);
    a_key = *k;
    pthread_create(&t, NULL, set_key, p);
    pthread_join(t, NULL);
    called(1, calls_seen);
}
static void try_tss_create(void)
{
    tss_t *k = object(sizeof *k);
    void *p = object(8);
    pthread_t t;
    start();
    memset(k, 0xff, sizeof *k);
    before();
    tss_create(k, note_pointer);
    after(2, k, NULL);
    a_key = *k;
    pthread_create(&t, NULL, set_key, p);
    pthread_join(t, NULL);
    called(1, calls_seen);
}
static void try_setspecific(void)
{
    void *p = object(8);
    pthread_key_create(&a_key, NULL);
    pthread_setspecific(a_key, p);
    pointer_seen = pthread_getspecific(a_key);
    kept(1, p);
}
static void try_getspecific(void)
{
    void *p = object(8);
    pthread_key_create(&a_key, NULL);
    pthread_setspecific(a_key, p);
    result_is(pthread_getspecific(a_key));
}
static void try_tss_set(void)
{
    void *p = object(8);
    tss_t k;
    tss_create(&k, NULL);
    tss_set(k, p);
    pointer_seen = tss_get(k);
    kept(1, p);
}
static void try_tss_get(void)
{
    void *p = object(8);
    tss_t k;
    tss_create(&k, NULL);
    tss_set(k, p);
    result_is(tss_get(k));
}
static void try_setstack(void)
{
    static _Alignas(4096) char memory[65536];
    pthread_attr_t *a = object(sizeof *a);
    pthread_t t;
    pthread_attr_init(a);
    before();
    pthread_attr_setstack(a, memory, sizeof memory);
    after(3, a, NULL, NULL);
    memset(memory, 0, sizeof memory);
    pthread_create(&t, a, note_thread, NULL);
    pthread_join(t, NULL);
    bool used = false;
    for (size_t i = 0; i < sizeof memory; i++)
        used |= memory[i];
    written_later(1, used);
}
static void try_getstack(void)
{
    pthread_attr_t *a = object(sizeof *a);
    void **p = object(8), *in_world = object(8);
    size_t *size = object(8);
    pthread_attr_init(a);
    pthread_attr_setstack(a, (char *)in_world, 65536);
    before();
    pthread_attr_getstack(a, p, size);
    after(3, a, p, size);
}

/* ---- streams ----------------------------------------------------------------------------------------------------- */

static FILE *a_stream(const char *mode)
{
    return fopen(*mode == 'r' ? "/dev/zero" : "/dev/null", mode);
}
static void try_setvbuf_like(int how)
{
    FILE *f = a_stream("w");
    char *buffer = object(1000);
    if (how == 0)
        setbuffer(f, buffer, 1000);
    else
        setvbuf(f, buffer, _IOFBF, 1000);
    before();
    fputs("later", f);
    written_later(1, changed(buffer, 100));
    fclose(f);
}
static void try_setvbuf(void)
{
    try_setvbuf_like(1);
}
static void try_setbuffer(void)
{
    try_setvbuf_like(0);
}
static void try_setbuf(void)
{
    static char buffer[BUFSIZ];
    FILE *f = a_stream("w");
    setbuf(f, buffer);
    fputs("later", f);
    written_later(1, *buffer == 'l');
    fclose(f);
}
static void try_open_memstream(void)
{
    char **p = object(8);
    size_t *n = object(8);
    FILE *f = open_memstream(p, n);
    before();
    fputs("later", f);
    fclose(f);
    written_later(0, changed(p, 8));
    written_later(1, changed(n, 8));
}
static void try_fmemopen(void)
{
    char *buffer = object(100);
    FILE *f = fmemopen(buffer, 100, "w");
    before();
    fputs("later", f);
    fclose(f);
    written_later(0, changed(buffer, 100));
}
static ssize_t cookie_write(void *cookie, const char *text, size_t n)
{
    (void)text;
    note_pointer(cookie);
    return (ssize_t)n;
}
static void try_fopencookie(void)
{
    void *cookie = object(8);
    FILE *f = fopencookie(cookie, "w", (cookie_io_functions_t){.write = cookie_write});
    start();
    fputs("later", f);
    fclose(f);
    called(2, calls_seen);
    kept(0, cookie);
}

/* ---- kept by other parts of the library -------------------------------------------------------------------------- */

static void try_putenv(void)
{
    char *s = object(40);
    strcpy(s, "CWOLF_TEST=value");
    putenv(s);
    pointer_seen = getenv("CWOLF_TEST") - 11;
    kept(0, s);
    unsetenv("CWOLF_TEST");
}
static void try_getenv(void)
{
    char *s = object(40);
    strcpy(s, "CWOLF_TEST=value");
    putenv(s);
    result_is(getenv("CWOLF_TEST"));
    unsetenv("CWOLF_TEST");
}
static void try_hsearch(void)
{
    char *s = object(40);
    strcpy(s, "key");
    hcreate(10);
    hsearch((ENTRY){.key = s}, ENTER);
    pointer_seen = hsearch((ENTRY){.key = "key"}, FIND)->key;
    kept(0, s);
    hdestroy();
}
static void try_initstate(void)
{
    char *s = object(64), *other = object(64);
    char *was = initstate(1, s, 64);
    before();
    random();
    written_later(1, changed(s, 64));
    result_is(initstate(1, other, 64));
    setstate(was);
}
static void try_setstate(void)
{
    char *s = object(64), *other = object(64);
    char *was = initstate(1, s, 64);
    initstate(2, other, 64);
    result_is(setstate(s));
    before();
    random();
    written_later(0, changed(s, 64));
    setstate(was);
}
static int epoll_with(struct epoll_event *event, void *p)
{
    int e = epoll_create1(0), s[2];
    if (pipe(s) || write(s[1], "x", 1) != 1)
        abort();
    *event = (struct epoll_event){EPOLLIN, {.ptr = p}};
    epoll_ctl(e, EPOLL_CTL_ADD, s[0], event);
    return e;
}
static void try_epoll_ctl(void)
{
    struct epoll_event *event = object(sizeof *event), got;
    void *p = object(8);
    int e = epoll_with(event, p);
    epoll_wait(e, &got, 1, 0);
    pointer_seen = got.data.ptr;
    kept(3, p);
}
static void try_epoll_wait_like(bool with_mask)
{
    struct epoll_event *event = object(sizeof *event), *got = object(sizeof *got);
    int e = epoll_with(event, object(8));
    before();
    if (with_mask)
        epoll_pwait(e, got, 1, 0, NULL);
    else
        epoll_wait(e, got, 1, 0);
    /* The pointer stands at an odd place, which world_compare does not look at. */
    after(2, NULL, got);
    seen.values[2] = 1;
    seen.element[1] = sizeof *got;
    seen.changes[0].holds_world = true;
}
static void try_epoll_wait(void)
{
    try_epoll_wait_like(false);
}
static void try_epoll_pwait(void)
{
    try_epoll_wait_like(true);
}
static int compare_keys(const void *a, const void *b)
{
    note_pointer((void *)(uintptr_t)a);
    pointer_seen = (void *)(uintptr_t)b;
    return strcmp(a, b);
}
static void *root;
static char *tree(void)
{
    char *s = object(8);
    strcpy(s, "k");
    root = NULL;
    start();
    tsearch(s, &root, compare_keys);
    return s;
}
static void try_tsearch(void)
{
    char *s = tree();
    tsearch("k", &root, compare_keys);
    called(2, calls_seen);
    kept(0, s);
}
static void try_tfind(void)
{
    tree();
    tfind("k", &root, compare_keys);
    called(2, calls_seen);
}
static void try_tdelete(void)
{
    tree();
    tdelete("k", &root, compare_keys);
    called(2, calls_seen);
}
static void note_node(const void *node, VISIT visit, int depth)
{
    (void)visit, (void)depth;
    note_pointer(*(char **)(uintptr_t)node);
}
static void try_twalk(void)
{
    tree();
    twalk(root, note_node);
    called(1, calls_seen);
}
static void try_tdestroy(void)
{
    tree();
    tdestroy(root, note_pointer);
    called(1, calls_seen);
}
static void try_aio_read(void)
{
    struct aiocb *a = object(sizeof *a);
    char *buffer = object(16);
    memset(buffer, 7, 16);
    *a = (struct aiocb){.aio_fildes = open("/dev/zero", O_RDONLY), .aio_buf = buffer, .aio_nbytes = 16};
    aio_read(a);
    while (aio_error(a) == EINPROGRESS)
        usleep(1000);
    written_later(0, !*buffer);
}
static int compare_entries(const FTSENT **a, const FTSENT **b)
{
    note_call();
    return strcmp((*a)->fts_name, (*b)->fts_name);
}
static void try_fts(void)
{
    char *paths[] = {"/proc/self", "/dev/null", NULL};
    start();
    FTS *f = fts_open(paths, FTS_PHYSICAL, compare_entries);
    for (int i = 0; i < 5; i++)
        fts_read(f);
    called(2, calls_seen);
    fts_close(f);
}
static void try_argz_add(void)
{
    char **p = object(8);
    size_t *n = object(8);
    before();
    argz_add(p, n, "word");
    after(3, p, n, NULL);
}
static void try_strtok(void)
{
    char *s = object(20);
    strcpy(s, "a b c");
    before();
    strtok(s, " ");
    after(2, s, NULL);
    result_is(strtok(NULL, " "));
}

/* ---- variable arguments ------------------------------------------------------------------------------------------ */

#define TRY_V(name, declaration, call)                                                                                 \
    static void with_##name declaration                                                                                \
    {                                                                                                                  \
        va_list args;                                                                                                  \
        va_start(args, format);                                                                                        \
        call;                                                                                                          \
        va_end(args);                                                                                                  \
    }
TRY_V(vsprintf, (char *to, const char *format, ...), vsprintf(to, format, args))
TRY_V(vsnprintf, (char *to, size_t n, const char *format, ...), vsnprintf(to, n, format, args))
TRY_V(vasprintf, (char **to, const char *format, ...), if (vasprintf(to, format, args) < 0) abort())
TRY_V(vswprintf, (wchar_t * to, size_t n, const wchar_t *format, ...), vswprintf(to, n, format, args))
TRY_V(vsscanf, (const char *from, const char *format, ...), vsscanf(from, format, args))
TRY_V(vfscanf, (FILE * from, const char *format, ...), if (vfscanf(from, format, args) < 0) abort())

static void try_vsprintf(void)
{
    char *to = object(40);
    before();
    with_vsprintf(to, "%d", 5);
    after(1, to);
}
static void try_vsnprintf(void)
{
    char *to = object(40);
    before();
    with_vsnprintf(to, 4, "%d", 512345);
    seen.values[1] = 4;
    after(1, to);
}
static void try_vasprintf(void)
{
    char **to = object(8);
    before();
    with_vasprintf(to, "%d", 5);
    after(1, to);
}
static void try_vswprintf(void)
{
    wchar_t *to = object(80);
    before();
    with_vswprintf(to, 8, L"%d", 5);
    seen.values[1] = 8;
    seen.element[0] = 4;
    after(1, to);
}
/* What the list points to is reached deeply from it. */
static void reached_by_list(int argument)
{
    for (int i = 0; i < seen.change_count; i++)
        seen.changes[i].deep |= (uint16_t)(1 << argument);
}
static void try_vsscanf(void)
{
    int *x = object(4);
    before();
    with_vsscanf("12", "%d", x);
    after(0);
    reached_by_list(2);
}
static void try_vfscanf(void)
{
    int *x = object(4);
    FILE *f = fmemopen("12 ", 3, "r");
    before();
    with_vfscanf(f, "%d", x);
    after(0);
    reached_by_list(2);
    fclose(f);
}

/* ---- the compiler's own ------------------------------------------------------------------------------------------ */

#define TRY_OVERFLOW(name, type)                                                                                       \
    static void try_##name(void)                                                                                       \
    {                                                                                                                  \
        type *r = object(sizeof *r);                                                                                   \
        before();                                                                                                      \
        seen.kind = RESULT_VALUE;                                                                                      \
        seen.result = name((type)3, (type)2, r);                                                                       \
        after(3, NULL, NULL, r);                                                                                       \
    }
TRY_OVERFLOW(__builtin_add_overflow, int)
TRY_OVERFLOW(__builtin_sub_overflow, int)
TRY_OVERFLOW(__builtin_mul_overflow, int)
TRY_OVERFLOW(__builtin_sadd_overflow, int)
TRY_OVERFLOW(__builtin_saddl_overflow, long)
TRY_OVERFLOW(__builtin_saddll_overflow, long long)
TRY_OVERFLOW(__builtin_ssub_overflow, int)
TRY_OVERFLOW(__builtin_smul_overflow, int)
TRY_OVERFLOW(__builtin_uadd_overflow, unsigned)
TRY_OVERFLOW(__builtin_usub_overflow, unsigned)
TRY_OVERFLOW(__builtin_umul_overflow, unsigned)

/* Atomics of pointers: what is stored is a pointer into the world. */
#define TRY_ATOMIC(label, arguments, ...)                                                                              \
    static void try_##label(void)                                                                                      \
    {                                                                                                                  \
        void **p = object(8), **q = object(8), **r = object(8), *target = object(8);                                   \
        *r = (char *)target + 1;                                                                                       \
        (void)p, (void)q, (void)r, (void)target;                                                                       \
        before();                                                                                                      \
        __VA_ARGS__;                                                                                                   \
        after arguments;                                                                                               \
    }
TRY_ATOMIC(atomic_store_n, (2, p, NULL), __atomic_store_n(p, target, 0))
TRY_ATOMIC(atomic_exchange_n, (2, p, NULL), (void)__atomic_exchange_n(p, target, 0))
TRY_ATOMIC(atomic_compare_exchange_n, (3, p, q, NULL), __atomic_compare_exchange_n(p, q, target, 0, 0, 0))
TRY_ATOMIC(atomic_store, (3, NULL, p, r), seen.values[0] = 8; __atomic_store(p, r, 0))
TRY_ATOMIC(atomic_load, (3, NULL, r, q), seen.values[0] = 8; __atomic_load(r, q, 0))
TRY_ATOMIC(atomic_exchange, (4, NULL, p, r, q), seen.values[0] = 8; *q = p; __atomic_exchange(p, r, q, 0))
TRY_ATOMIC(atomic_compare_exchange, (4, NULL, p, q, r), seen.values[0] = 8; __atomic_compare_exchange(p, q, r, 0, 0, 0))
TRY_ATOMIC(sync_lock_test_and_set, (2, p, NULL), (void)__sync_lock_test_and_set(p, target))
TRY_ATOMIC(sync_val_compare_and_swap, (3, p, NULL, NULL), (void)__sync_val_compare_and_swap(p, NULL, target))
TRY_ATOMIC(sync_bool_compare_and_swap, (3, p, NULL, NULL), (void)__sync_bool_compare_and_swap(p, NULL, target))
TRY_ATOMIC(sync_lock_release, (1, r), __sync_lock_release((long *)r))
TRY_ATOMIC(atomic_test_and_set, (1, p), __atomic_test_and_set(p, 0))
TRY_ATOMIC(atomic_clear, (1, r), *(long *)r = 0x101; before(); __atomic_clear((char *)r, 0))

#define TRY_FETCH(name)                                                                                                \
    static void try_##name(void)                                                                                       \
    {                                                                                                                  \
        long *p = object(8);                                                                                           \
        *p = 6;                                                                                                        \
        before();                                                                                                      \
        long r = name##_EXPRESSION;                                                                                    \
        seen.kind = RESULT_VALUE;                                                                                      \
        seen.result = r;                                                                                               \
        after(1, p);                                                                                                   \
        seen.loaded = *p == r || r == 6;                                                                               \
    }
#define atomic_fetch_add_EXPRESSION   __atomic_fetch_add(p, 3, 0)
#define atomic_add_fetch_EXPRESSION   __atomic_add_fetch(p, 3, 0)
#define atomic_fetch_sub_EXPRESSION   __atomic_fetch_sub(p, 3, 0)
#define atomic_sub_fetch_EXPRESSION   __atomic_sub_fetch(p, 3, 0)
#define atomic_fetch_and_EXPRESSION   __atomic_fetch_and(p, 3, 0)
#define atomic_and_fetch_EXPRESSION   __atomic_and_fetch(p, 3, 0)
#define atomic_fetch_or_EXPRESSION    __atomic_fetch_or(p, 3, 0)
#define atomic_or_fetch_EXPRESSION    __atomic_or_fetch(p, 3, 0)
#define atomic_fetch_xor_EXPRESSION   __atomic_fetch_xor(p, 3, 0)
#define atomic_xor_fetch_EXPRESSION   __atomic_xor_fetch(p, 3, 0)
#define atomic_fetch_nand_EXPRESSION  __atomic_fetch_nand(p, 3, 0)
#define atomic_nand_fetch_EXPRESSION  __atomic_nand_fetch(p, 3, 0)
#define sync_fetch_and_add_EXPRESSION __sync_fetch_and_add(p, 3)
#define sync_add_and_fetch_EXPRESSION __sync_add_and_fetch(p, 3)
#define sync_fetch_and_sub_EXPRESSION __sync_fetch_and_sub(p, 3)
#define sync_sub_and_fetch_EXPRESSION __sync_sub_and_fetch(p, 3)
#define sync_fetch_and_or_EXPRESSION  __sync_fetch_and_or(p, 3)
#define sync_or_and_fetch_EXPRESSION  __sync_or_and_fetch(p, 3)
#define sync_fetch_and_and_EXPRESSION __sync_fetch_and_and(p, 3)
#define sync_and_and_fetch_EXPRESSION __sync_and_and_fetch(p, 3)
#define sync_fetch_and_xor_EXPRESSION __sync_fetch_and_xor(p, 3)
#define sync_xor_and_fetch_EXPRESSION __sync_xor_and_fetch(p, 3)
TRY_FETCH(atomic_fetch_add)
TRY_FETCH(atomic_add_fetch)
TRY_FETCH(atomic_fetch_sub)
TRY_FETCH(atomic_sub_fetch)
TRY_FETCH(atomic_fetch_and)
TRY_FETCH(atomic_and_fetch)
TRY_FETCH(atomic_fetch_or)
TRY_FETCH(atomic_or_fetch)
TRY_FETCH(atomic_fetch_xor)
TRY_FETCH(atomic_xor_fetch)
TRY_FETCH(atomic_fetch_nand)
TRY_FETCH(atomic_nand_fetch)
TRY_FETCH(sync_fetch_and_add)
TRY_FETCH(sync_add_and_fetch)
TRY_FETCH(sync_fetch_and_sub)
TRY_FETCH(sync_sub_and_fetch)
TRY_FETCH(sync_fetch_and_or)
TRY_FETCH(sync_or_and_fetch)
TRY_FETCH(sync_fetch_and_and)
TRY_FETCH(sync_and_and_fetch)
TRY_FETCH(sync_fetch_and_xor)
TRY_FETCH(sync_xor_and_fetch)

/* ---- all ----------------------------------------------------------------------------------------------------------
 */

static const struct {
    const char *name;
    void (*scenario)(void);
} scenarios[] = {
    {"atexit", try_atexit},
    {"at_quick_exit", try_at_quick_exit},
    {"on_exit", try_on_exit},
    {"__cxa_atexit", try_cxa_atexit},
    {"pthread_atfork", try_atfork},
    {"signal", try_signal},
    {"sigset", try_sigset},
    {"sigaction", try_sigaction},
    {"sigaltstack", try_sigaltstack},
    {"sigwaitinfo", try_sigwaitinfo},
    {"sigtimedwait", try_sigtimedwait},
    {"sigqueue", try_sigqueue},
    {"timer_create", try_timer_create},
    {"timer_settime", try_timer_settime},
    {"timer_gettime", try_timer_gettime},
    {"pthread_create", try_pthread_create},
    {"pthread_join", try_pthread_join},
    {"pthread_tryjoin_np", try_pthread_tryjoin},
    {"thrd_create", try_thrd_create},
    {"thrd_join", try_thrd_join},
    {"pthread_key_create", try_key_create},
    {"tss_create", try_tss_create},
    {"pthread_setspecific", try_setspecific},
    {"pthread_getspecific", try_getspecific},
    {"tss_set", try_tss_set},
    {"tss_get", try_tss_get},
    {"pthread_attr_setstack", try_setstack},
    {"pthread_attr_getstack", try_getstack},
    {"setvbuf", try_setvbuf},
    {"setbuffer", try_setbuffer},
    {"setbuf", try_setbuf},
    {"open_memstream", try_open_memstream},
    {"fmemopen", try_fmemopen},
    {"fopencookie", try_fopencookie},
    {"putenv", try_putenv},
    {"getenv", try_getenv},
    {"hsearch", try_hsearch},
    {"initstate", try_initstate},
    {"setstate", try_setstate},
    {"epoll_ctl", try_epoll_ctl},
    {"epoll_wait", try_epoll_wait},
    {"epoll_pwait", try_epoll_pwait},
    {"tsearch", try_tsearch},
    {"tfind", try_tfind},
    {"tdelete", try_tdelete},
    {"twalk", try_twalk},
    {"tdestroy", try_tdestroy},
    {"aio_read", try_aio_read},
    {"fts_open", try_fts},
    {"argz_add", try_argz_add},
    {"strtok", try_strtok},
    {"vsprintf", try_vsprintf},
    {"vsnprintf", try_vsnprintf},
    {"vasprintf", try_vasprintf},
    {"vswprintf", try_vswprintf},
    {"vsscanf", try_vsscanf},
    {"vfscanf", try_vfscanf},
    {"__builtin_add_overflow", try___builtin_add_overflow},
    {"__builtin_sub_overflow", try___builtin_sub_overflow},
    {"__builtin_mul_overflow", try___builtin_mul_overflow},
    {"__builtin_sadd_overflow", try___builtin_sadd_overflow},
    {"__builtin_saddl_overflow", try___builtin_saddl_overflow},
    {"__builtin_saddll_overflow", try___builtin_saddll_overflow},
    {"__builtin_ssub_overflow", try___builtin_ssub_overflow},
    {"__builtin_smul_overflow", try___builtin_smul_overflow},
    {"__builtin_uadd_overflow", try___builtin_uadd_overflow},
    {"__builtin_usub_overflow", try___builtin_usub_overflow},
    {"__builtin_umul_overflow", try___builtin_umul_overflow},
    {"__atomic_store_8", try_atomic_store_n},
    {"__atomic_exchange_8", try_atomic_exchange_n},
    {"__atomic_compare_exchange_8", try_atomic_compare_exchange_n},
    {"__atomic_store", try_atomic_store},
    {"__atomic_load", try_atomic_load},
    {"__atomic_exchange", try_atomic_exchange},
    {"__atomic_compare_exchange", try_atomic_compare_exchange},
    {"__sync_lock_test_and_set_8", try_sync_lock_test_and_set},
    {"__sync_val_compare_and_swap_8", try_sync_val_compare_and_swap},
    {"__sync_bool_compare_and_swap_8", try_sync_bool_compare_and_swap},
    {"__sync_lock_release_8", try_sync_lock_release},
    {"__atomic_test_and_set", try_atomic_test_and_set},
    {"__atomic_clear", try_atomic_clear},
    {"__atomic_fetch_add_8", try_atomic_fetch_add},
    {"__atomic_add_fetch_8", try_atomic_add_fetch},
    {"__atomic_fetch_sub_8", try_atomic_fetch_sub},
    {"__atomic_sub_fetch_8", try_atomic_sub_fetch},
    {"__atomic_fetch_and_8", try_atomic_fetch_and},
    {"__atomic_and_fetch_8", try_atomic_and_fetch},
    {"__atomic_fetch_or_8", try_atomic_fetch_or},
    {"__atomic_or_fetch_8", try_atomic_or_fetch},
    {"__atomic_fetch_xor_8", try_atomic_fetch_xor},
    {"__atomic_xor_fetch_8", try_atomic_xor_fetch},
    {"__atomic_fetch_nand_8", try_atomic_fetch_nand},
    {"__atomic_nand_fetch_8", try_atomic_nand_fetch},
    {"__sync_fetch_and_add_8", try_sync_fetch_and_add},
    {"__sync_add_and_fetch_8", try_sync_add_and_fetch},
    {"__sync_fetch_and_sub_8", try_sync_fetch_and_sub},
    {"__sync_sub_and_fetch_8", try_sync_sub_and_fetch},
    {"__sync_fetch_and_or_8", try_sync_fetch_and_or},
    {"__sync_or_and_fetch_8", try_sync_or_and_fetch},
    {"__sync_fetch_and_and_8", try_sync_fetch_and_and},
    {"__sync_and_and_fetch_8", try_sync_and_and_fetch},
    {"__sync_fetch_and_xor_8", try_sync_fetch_and_xor},
    {"__sync_xor_and_fetch_8", try_sync_xor_and_fetch},
};

/* Changes of one letter that are noticed; the same idea as in 0731-effects-library.c. */
static void mutate(const char *name, const struct effect *e, int *made, int *noticed)
{
    for (uint32_t i = 0; i < e->param_count; i++) {
        struct effect x = *e;
        bool writes = strchr("wbcdpqluaV", e->params[i].letter), keeps = strchr("kghf", e->params[i].letter);
        if (!writes && !keeps)
            continue;
        x.params[i].letter = writes ? 'r' : 'w';
        ++*made;
        if (wrong(&x, &seen, 1))
            ++*noticed;
        else
            printf("# survives: %s: argument %u\n", name, i);
    }
}

int main(void)
{
    size_t room = (size_t)OBJECTS * SLOT;
    int bad = 0, made = 0, noticed = 0;
    world.memory = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    world.before = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    shared_count = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++) {
        struct effect e;
        begin();
        scenarios[i].scenario();
        const char *why = pt_effect_by_name(scenarios[i].name, &e) ? wrong(&e, &seen, 1) : "it has no row";
        if (why)
            printf("# %s: %s\n", scenarios[i].name, why);
        bad += why != NULL;
        if (!why)
            mutate(scenarios[i].name, &e, &made, &noticed);
    }
    ok(!bad, "%zu functions do later and elsewhere no more than their rows say", sizeof scenarios / sizeof *scenarios);
    ok(noticed * 100 >= made * 90, "%d of %d changes to rows are noticed", noticed, made);
    return done();
}
