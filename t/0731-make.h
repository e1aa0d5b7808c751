/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What makes the arguments of the calls in 0731-calls.h: values at random, and objects with what belongs in them.
 */
#ifndef CWOLF_T_MAKE_H
#define CWOLF_T_MAKE_H

#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <getopt.h>
#include <iconv.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <regex.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <utmp.h>
#include <wchar.h>
#include <wctype.h>

#include "0731-world.h"

/* An argument: its class as libffi has it (i 32, l 64 bits, d, f, p), its value, its object. */
struct made {
    char class;
    union {
        int64_t i;
        double d;
        float f;
    } v;
    int object, element;
};

static uint16_t callbacks_called; /* arguments that were called during the call */
static uint16_t callback_bit;

static int new_object(struct world *w, uint32_t size)
{
    if (w->count == OBJECTS)
        abort();
    int i = w->count++;
    w->size[i] = size > ROOM ? ROOM : size;
    uint8_t *slot = w->memory + (size_t)i * SLOT;
    memset(slot, 0xa5, SLOT);
    for (uint32_t k = 0; k < w->size[i]; k++)
        slot[MARGIN + k] = (uint8_t)world_random(w);
    return i;
}

static struct made pointer_to(struct world *w, int object)
{
    return (struct made){.class = 'p', .v.i = (int64_t)(uintptr_t)world_object(w, object), .object = object};
}

static struct made filled(struct world *w, uint32_t size, const void *data, size_t n)
{
    int o = new_object(w, size);
    memset(world_object(w, o), 0, size);
    memcpy(world_object(w, o), data, n);
    return pointer_to(w, o);
}

static struct made zeroed(struct world *w, uint32_t size)
{
    return filled(w, size, "", 0);
}

static struct made integer(char class, int64_t v)
{
    return (struct made){.class = class, .v.i = v, .object = -1};
}

static struct made text(struct world *w, const char *s, uint32_t room)
{
    return filled(w, room > strlen(s) ? room : (uint32_t)strlen(s) + 1, s, strlen(s) + 1);
}

static struct made random_text(struct world *w, const char *letters, uint32_t most)
{
    char s[64];
    uint32_t n = (uint32_t)world_random(w) % (most + 1);
    for (uint32_t i = 0; i < n; i++)
        s[i] = letters[world_random(w) % strlen(letters)];
    s[n] = 0;
    return text(w, s, 80);
}

static struct made wide(struct world *w, const char *letters, uint32_t most, uint32_t room)
{
    wchar_t s[64];
    uint32_t n = most ? (uint32_t)world_random(w) % (most + 1) : 0;
    for (uint32_t i = 0; i < n; i++)
        s[i] = (wchar_t)letters[world_random(w) % strlen(letters)];
    s[n] = 0;
    struct made m = filled(w, room, s, (n + 1) * sizeof *s);
    m.element = sizeof(wchar_t);
    return m;
}

/* An object that holds a pointer to another. */
static struct made holder(struct world *w, struct made to)
{
    return filled(w, 8, &to.v.i, 8);
}

/* ---- descriptors and streams ------------------------------------------------------------------------------------- */

static const char *one_of(struct world *w, const char *const *list, size_t n)
{
    return list[world_random(w) % n];
}
#define ONE_OF(w, ...)                                                                                                 \
    one_of(w, (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static int a_file(struct world *w, int flags)
{
    char name[32], bytes[40];
    snprintf(name, sizeof name, "f%u", (unsigned)world_random(w) % 1000);
    int fd = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(world_random(w) % 4 ? "0123 \nabz-"[world_random(w) % 10] : (int)world_random(w));
    bytes[0] = (char)(world_random(w) % 3 ? bytes[0] : world_random(w) % 2 ? 0 : 255);
    if (write(fd, bytes, world_random(w) % 3 ? sizeof bytes : world_random(w) % 4) < 0)
        abort();
    close(fd);
    return open(name, flags);
}

static int a_pipe(struct world *w, bool writes)
{
    int p[2];
    if (pipe(p) || write(p[1], "pipe 12", 1 + world_random(w) % 7) < 0)
        abort();
    if (!writes)
        close(p[1]);
    return p[writes];
}

static int readable(struct world *w)
{
    switch (world_random(w) % 5) {
    case 0:
        return -1;
    case 1:
        return open("/dev/zero", O_RDONLY);
    case 2:
        return a_pipe(w, false);
    default:
        return a_file(w, O_RDONLY);
    }
}

static int writable(struct world *w)
{
    return world_random(w) % 4 ? a_file(w, O_RDWR) : world_random(w) % 2 ? -1 : a_pipe(w, true);
}

/* Not through the allocator of numbers: a set names it. */
static struct made a_set(struct world *w)
{
    fd_set set;
    memset(&set, 0, sizeof set);
    dup2(a_pipe(w, false), 5);
    FD_SET(5, &set);
    dup2(a_pipe(w, true), 6);
    FD_SET(6, &set);
    return filled(w, sizeof set, &set, sizeof set);
}

static int a_listener(struct world *w, bool connected)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t n = sizeof a;
    int s = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), c = socket(AF_INET, SOCK_STREAM, 0);
    bind(s, (struct sockaddr *)&a, n);
    listen(s, 3);
    getsockname(s, (struct sockaddr *)&a, &n);
    if (world_random(w) % 4 && connect(c, (struct sockaddr *)&a, n))
        abort();
    return connected ? c : s;
}

static int a_datagram(struct world *w)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t n = sizeof a;
    int s = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0);
    bind(s, (struct sockaddr *)&a, n);
    getsockname(s, (struct sockaddr *)&a, &n);
    if (world_random(w) % 4 && sendto(s, "a datagram of some length that is not short", 1 + world_random(w) % 40, 0,
                                      (struct sockaddr *)&a, n) < 0)
        abort();
    return s;
}

/* The slave of a pseudo terminal, or its master. */
static int a_terminal(bool master)
{
    int m = posix_openpt(O_RDWR | O_NOCTTY);
    if (grantpt(m) || unlockpt(m))
        return -1;
    return master ? m : open(ptsname(m), O_RDWR | O_NOCTTY);
}

/* A child that has ended. */
static int64_t a_child(void)
{
    siginfo_t info;
    pid_t pid = fork();
    if (!pid)
        _exit(3);
    waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT);
    return -1;
}

static int a_socket(struct world *w)
{
    int s[2];
    if (world_random(w) % 4 == 0)
        return -1;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, s) ||
        write(s[1], "some bytes in a socket", world_random(w) % 22) < 0)
        abort();
    if (world_random(w) % 2)
        close(s[1]);
    return s[0];
}

static FILE *stream(struct world *w)
{
    FILE *f = fdopen(a_file(w, O_RDWR), "r+");
    for (unsigned n = (unsigned)world_random(w) % 3; n; n--)
        getc(f);
    if (world_random(w) % 2)
        setvbuf(f, NULL, _IONBF, 0);
    return f;
}

/* ---- functions that are handed over ------------------------------------------------------------------------------ */

static int cmp_ints(const void *a, const void *b)
{
    callbacks_called |= callback_bit;
    int x, y;
    memcpy(&x, a, 4);
    memcpy(&y, b, 4);
    return (x > y) - (x < y);
}
static int cmp_ints_more(const void *a, const void *b, void *more)
{
    (void)more;
    return cmp_ints(a, b);
}
static int a_putc(int c)
{
    callbacks_called |= callback_bit;
    return c;
}
static int cmp_entries(const struct dirent **a, const struct dirent **b)
{
    callbacks_called |= callback_bit;
    return strcmp((*a)->d_name, (*b)->d_name);
}
static int a_filter(const struct dirent *d)
{
    callbacks_called |= callback_bit;
    return d->d_name[0] != '.';
}
static int an_error(const char *path, int error)
{
    (void)path, (void)error;
    callbacks_called |= callback_bit;
    return 0;
}
static int a_visit(const char *path, const void *stat, int flag)
{
    (void)path, (void)stat, (void)flag;
    callbacks_called |= callback_bit;
    return 0;
}
static int a_visit_more(const char *path, const void *stat, int flag, void *base)
{
    (void)base;
    return a_visit(path, stat, flag);
}
static void a_void(void)
{
    callbacks_called |= callback_bit;
}

static struct made function(void (*f)(void))
{
    return (struct made){.class = 'p', .v.i = (int64_t)(uintptr_t)f, .object = -1};
}

/* ---- larger objects ---------------------------------------------------------------------------------------------- */

static struct made an_iovec(struct world *w)
{
    struct iovec v[2];
    for (int i = 0; i < 2; i++)
        v[i] = (struct iovec){world_object(w, new_object(w, 40)), world_random(w) % 30};
    return filled(w, sizeof v, v, sizeof v);
}

static struct made a_message(struct world *w, bool many)
{
    struct made v = an_iovec(w), name = zeroed(w, 16), control = zeroed(w, 64);
    struct mmsghdr m = {.msg_hdr = {.msg_name = (void *)(uintptr_t)name.v.i,
                                    .msg_namelen = 16,
                                    .msg_iov = (void *)(uintptr_t)v.v.i,
                                    .msg_iovlen = 2,
                                    .msg_control = (void *)(uintptr_t)control.v.i,
                                    .msg_controllen = 64}};
    return many ? filled(w, sizeof m, &m, sizeof m) : filled(w, sizeof m.msg_hdr, &m, sizeof m.msg_hdr);
}

static struct made arguments(struct world *w)
{
    int64_t v[4] = {0};
    const char *const words[] = {"prog", "-a", "-b", "x", "--foo", "--bar=3", "--", "-c", "--fl"};
    for (int i = 0; i < 3; i++)
        v[i] = text(w, words[i ? world_random(w) % 9 : 0], 32).v.i;
    return filled(w, sizeof v, v, sizeof v);
}

static struct made long_options(struct world *w)
{
    struct made flag = zeroed(w, 4), a = text(w, "foo", 8), b = text(w, "bar", 8), c = text(w, "flag", 8);
    struct option o[4] = {{(char *)(uintptr_t)a.v.i, 0, (int *)(uintptr_t)flag.v.i, 7},
                          {(char *)(uintptr_t)b.v.i, 1, NULL, 300},
                          {(char *)(uintptr_t)c.v.i, 0, (int *)(uintptr_t)flag.v.i, 9},
                          {0}};
    return filled(w, sizeof o, o, sizeof o);
}

static struct made tokens(struct world *w)
{
    int64_t v[3] = {text(w, "ab", 8).v.i, text(w, "c", 8).v.i, 0};
    return filled(w, sizeof v, v, sizeof v);
}

/* Three elements of a queue; pointed to is the middle one, or a new one. */
static struct made queue_element(struct world *w, bool linked)
{
    struct made e[3];
    for (int i = 0; i < 3; i++)
        e[i] = zeroed(w, 16);
    for (int i = 0; linked && i < 3; i++) {
        int64_t link[2] = {i < 2 ? e[i + 1].v.i : 0, i ? e[i - 1].v.i : 0};
        memcpy(world_object(w, e[i].object), link, 16);
    }
    return e[1];
}

static struct made a_time(struct world *w)
{
    struct tm t = {.tm_mday = 1 + (int)world_random(w) % 28,
                   .tm_mon = (int)world_random(w) % 12,
                   .tm_year = (int)world_random(w) % 200,
                   .tm_hour = (int)world_random(w) % 40};
    return filled(w, sizeof t, &t, sizeof t);
}

static struct made a_pollfd(struct world *w)
{
    struct pollfd p = {a_file(w, O_RDONLY), POLLIN, 77};
    return filled(w, sizeof p, &p, sizeof p);
}

static struct made an_address(struct world *w)
{
    struct sockaddr_in a = {.sin_family = AF_INET,
                            .sin_port = htons((uint16_t)(20000 + world_random(w) % 1000)),
                            .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    return filled(w, sizeof a, &a, sizeof a);
}

static struct made signals(struct world *w)
{
    sigset_t s;
    memset(&s, 0, sizeof s);
    sigaddset(&s, 10 + (int)world_random(w) % 3);
    return filled(w, sizeof s, &s, sizeof s);
}

/* Sets that hold a pending signal, for sigwait. */
static struct made pending(struct world *w)
{
    struct made m = signals(w);
    pthread_sigmask(SIG_BLOCK, (sigset_t *)(uintptr_t)m.v.i, NULL);
    for (int s = 10; s < 13; s++)
        if (sigismember((sigset_t *)(uintptr_t)m.v.i, s))
            raise(s);
    return m;
}

static struct made regular(struct world *w)
{
    struct made m = zeroed(w, sizeof(regex_t));
    regcomp((regex_t *)(uintptr_t)m.v.i, ONE_OF(w, "a*b", "(a|b)c", "[0-9]+"), REG_EXTENDED);
    return m;
}

static struct made prepared(struct world *w, uint32_t size, int (*prepare)(void *))
{
    struct made m = zeroed(w, size);
    prepare((void *)(uintptr_t)m.v.i);
    return m;
}
static int lock_mutex(void *p)
{
    return pthread_mutex_lock(p);
}
static int lock_reading(void *p)
{
    return pthread_rwlock_rdlock(p);
}
static int make_attr(void *p)
{
    return pthread_attr_init(p);
}
static int make_spin(void *p)
{
    return pthread_spin_init(p, 0);
}
static int lock_spin(void *p)
{
    return pthread_spin_init(p, 0) || pthread_spin_lock(p);
}
static int make_sem(void *p)
{
    return sem_init(p, 0, 3);
}
static int make_barrier(void *p)
{
    return pthread_barrier_init(p, NULL, 1);
}

/* ---- by name ----------------------------------------------------------------------------------------------------- */

#define IS(word) (!strcmp(g, word))

static bool make_number(struct world *w, const char *g, struct made *out)
{
    static const int64_t odd[] = {0, 1, -1, 2, 7, 100, 255, 256, 65536, INT32_MAX, INT32_MIN};
    uint64_t r = world_random(w);
    char *end;
    int64_t literal = strtoll(g, &end, 10);
    if (end != g && (!*end || !strcmp(end, "l")))
        *out = integer(*end ? 'l' : 'i', literal);
    else if (IS("int"))
        *out = integer('i', r % 2 ? odd[r / 2 % 11] : (int32_t)r);
    else if (IS("long"))
        *out = integer('l', r % 2 ? odd[r / 2 % 11] : (int64_t)r % 1000);
    else if (IS("byte"))
        *out = integer('i', (int64_t)(r % 2 ? r / 2 % 256 : (uint64_t) "ab c:0"[r / 2 % 6]));
    else if (IS("char"))
        *out = integer('i', (int64_t)(r % 257) - 1);
    else if (IS("small"))
        *out = integer('i', (int64_t)(r % 9));
    else if (IS("small1") || IS("flag01"))
        *out = integer('i', (int64_t)(r % 2));
    else if (IS("zero") || IS("one"))
        *out = integer('i', IS("one"));
    else if (IS("base"))
        *out = integer('i', (int64_t)(r % 3 ? 10 : r / 3 % 37));
    else if (IS("sig"))
        *out = integer('i', 10 + (int64_t)(r % 3));
    else if (IS("clockid"))
        *out = integer('i', (int64_t)(r % 12));
    else if (IS("n"))
        *out = integer('l', w->has_null ? 0 : (int64_t)(r % 33));
    else if (IS("even"))
        *out = integer('l', (int64_t)(r % 16) * 2);
    else if (IS("n1"))
        *out = integer('i', 1 + (int64_t)(r % 30));
    else if (IS("n8"))
        *out = integer('l', w->has_null ? 0 : (int64_t)(r % 7));
    else if (IS("n16"))
        *out = integer('i', (int64_t)(r % 20));
    else if (IS("n64"))
        *out = integer('l', (int64_t)(r % 200));
    else if (IS("n256"))
        *out = integer('l', 1 + (int64_t)(r % 300));
    else if (IS("nw"))
        *out = integer('l', (int64_t)(r % 24));
    else if (IS("fd") || IS("rfd"))
        *out = integer('i', readable(w));
    else if (IS("wfd"))
        *out = integer('i', writable(w));
    else if (IS("atfd"))
        *out = integer('i', r % 4 ? AT_FDCWD : -1);
    else if (IS("rpipe") || IS("wpipe"))
        *out = integer('i', a_pipe(w, IS("wpipe")));
    else if (IS("sock"))
        *out = integer('i', r % 4 ? socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0) : -1);
    else if (IS("sock2"))
        *out = integer('i', a_socket(w));
    else if (IS("listener") || IS("connected"))
        *out = integer('i', a_listener(w, IS("connected")));
    else if (IS("datagram"))
        *out = integer('i', a_datagram(w));
    else if (IS("tty") || IS("ptm"))
        *out = integer('i', r % 4 ? a_terminal(IS("ptm")) : -1);
    else if (IS("child"))
        *out = integer('i', a_child());
    else if (IS("dfd"))
        *out = integer('i', open("dir", O_RDONLY));
    else if (IS("timerfd"))
        *out = integer('i', r % 4 ? timerfd_create(1, 0) : -1);
    else if (IS("epollfd")) {
        int e = epoll_create1(0);
        struct epoll_event event = {EPOLLIN, {.u64 = 5}};
        epoll_ctl(e, EPOLL_CTL_ADD, a_pipe(w, false), &event);
        *out = integer('i', r % 4 ? e : -1);
    } else if (IS("ctypev"))
        *out = integer('l', (int64_t)wctype(r % 2 ? "alpha" : "digit"));
    else if (IS("self"))
        *out = integer('l', (int64_t)pthread_self());
    else if (IS("dbl"))
        *out = (struct made){.class = 'd', .v.d = r % 3 ? (double)(int64_t)r / 1e8 - 5 : (double)(r % 7), .object = -1};
    else if (IS("flt"))
        *out = (struct made){.class = 'f', .v.f = (float)(r % 100) / 7, .object = -1};
    else
        return false;
    return true;
}

static bool make_text(struct world *w, const char *g, struct made *out)
{
    if (IS("str"))
        *out = random_text(w, "ab c:,/=%0123", 30);
    else if (IS("o64s"))
        *out = zeroed(w, 80);
    else if (IS("mbstr"))
        *out = random_text(w, "a\xc3\xa9\xe2\x82\xac", 6);
    else if (IS("mbstrp"))
        *out = holder(w, random_text(w, "ab\xc3\xa9", 8));
    else if (IS("str1"))
        *out = text(w, ONE_OF(w, "a", "ab", "a:b", "X"), 32);
    else if (IS("strbuf"))
        *out = random_text(w, "ab/c", 20);
    else if (IS("num"))
        *out = random_text(w, "0123456789-+x. ", 10);
    else if (IS("strp"))
        *out = holder(w, random_text(w, "ab c:,/=", 20));
    else if (IS("strpn"))
        *out = holder(w, random_text(w, "abcdef", 20));
    else if (IS("strpm")) {
        char *block = malloc(8);
        *out = filled(w, 8, &(int64_t){(int64_t)(uintptr_t)block}, 8);
    } else if (IS("path"))
        *out = text(w, ONE_OF(w, "file", "missing", "dir", "dir/x", "", "link", "/etc/hosts"), 64);
    else if (IS("dirpath"))
        *out = text(w, ONE_OF(w, "dir", "missing"), 64);
    else if (IS("missing"))
        *out = text(w, "missing/file", 64);
    else if (IS("newpath")) {
        char name[40];
        snprintf(name, sizeof name, "n%u", (unsigned)world_random(w) % 20);
        *out = text(w, name, 64);
    } else if (IS("pattern"))
        *out = text(w, ONE_OF(w, "*", "d*/*", "nothing*"), 64);
    else if (IS("word"))
        *out = text(w, ONE_OF(w, "a b", "~/x", "$HOME c", "'q'"), 64);
    else if (IS("regex"))
        *out = text(w, ONE_OF(w, "a*b", "(", "[0-9]+"), 64);
    else if (IS("template"))
        *out = text(w, "tXXXXXX", 32);
    else if (IS("template5"))
        *out = text(w, "tXXXXXX.txt", 32);
    else if (IS("modestr"))
        *out = text(w, ONE_OF(w, "r", "r+", "rb"), 8);
    else if (IS("modestr1"))
        *out = text(w, "r", 8);
    else if (IS("command"))
        *out = text(w, "true", 8);
    else if (IS("envname"))
        *out = text(w, ONE_OF(w, "HOME", "PATH", "NOTHING_OF_THIS"), 32);
    else if (IS("terminal"))
        *out = text(w, ONE_OF(w, "ansi", "xterm", "nonsense"), 16);
    else if (IS("capability"))
        *out = text(w, ONE_OF(w, "cl", "cm", "so", "am", "co", "zz"), 16);
    else if (IS("area"))
        *out = holder(w, pointer_to(w, new_object(w, 1000)));
    else if (IS("locale"))
        *out = text(w, ONE_OF(w, "C", "xx_YY", ""), 16);
    else if (IS("encoding"))
        *out = text(w, ONE_OF(w, "UTF-8", "LATIN1", "nonsense"), 16);
    else if (IS("ctype"))
        *out = text(w, ONE_OF(w, "alpha", "digit", "no"), 16);
    else if (IS("ctrans"))
        *out = text(w, ONE_OF(w, "tolower", "toupper", "no"), 16);
    else if (IS("fmt"))
        *out = text(w, "%s is %d", 16);
    else if (IS("scanfmt"))
        *out = text(w, "%d %20s", 16);
    else if (IS("datefmt"))
        *out = text(w, ONE_OF(w, "%Y-%m-%d", "%H:%M"), 16);
    else if (IS("datestr"))
        *out = text(w, ONE_OF(w, "2020-02-03", "12:30", "x"), 16);
    else if (IS("host"))
        *out = text(w, ONE_OF(w, "127.0.0.1", "10.1.2.3", "1.2.3"), 32);
    else if (IS("port"))
        *out = text(w, ONE_OF(w, "80", "7"), 16);
    else if (IS("address"))
        *out = text(w, ONE_OF(w, "127.0.0.1", "1.2", "x", "255.1.1.300"), 32);
    else if (IS("mac"))
        *out = text(w, ONE_OF(w, "1:2:3:4:5:6", "1:2"), 32);
    else if (IS("user"))
        *out = text(w, ONE_OF(w, "root", "nobody_of_this_name", "daemon"), 32);
    else if (IS("proto"))
        *out = text(w, ONE_OF(w, "tcp", "udp", "none"), 16);
    else if (IS("service"))
        *out = text(w, ONE_OF(w, "http", "smtp", "none"), 16);
    else if (IS("ifname"))
        *out = text(w, ONE_OF(w, "lo", "none"), 16);
    else if (IS("shmname"))
        *out = text(w, ONE_OF(w, "/cwolf-test-none", "/"), 32);
    else if (IS("wstr"))
        *out = wide(w, "ab c:,", 20, 256);
    else if (IS("wbuf"))
        *out = wide(w, "abc", 20, 256);
    else if (IS("wstrbuf"))
        *out = wide(w, "abc", 10, 256);
    else if (IS("wnum"))
        *out = wide(w, "0123456789-+x. ", 10, 256);
    else if (IS("wstrp"))
        *out = holder(w, wide(w, "ab c:", 15, 128));
    else if (IS("wfmt") || IS("wscanfmt")) {
        const wchar_t *s = IS("wfmt") ? L"%ls is %d" : L"%d";
        *out = filled(w, 64, s, (wcslen(s) + 1) * sizeof *s);
    } else
        return false;
    return true;
}

static bool make_handle(struct world *w, const char *g, struct made *out)
{
    if (IS("file") || IS("wfile"))
        *out = function((void (*)(void))(uintptr_t)stream(w));
    else if (IS("ownedfile")) {
        FILE *f = stream(w);
        flockfile(f);
        *out = function((void (*)(void))(uintptr_t)f);
    } else if (IS("dir"))
        *out = function((void (*)(void))(uintptr_t)opendir("dir"));
    else if (IS("iconvh"))
        *out = function((void (*)(void))(uintptr_t)iconv_open("UCS-2", "UTF-8"));
    else if (IS("trans"))
        *out = function((void (*)(void))(uintptr_t)wctrans("toupper"));
    else if (IS("page"))
        *out = function((void (*)(void))mmap(NULL, 4096, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    else if (IS("out4096"))
        *out = function((void (*)(void))malloc(8192));
    else if (IS("cmp"))
        *out = function((void (*)(void))cmp_ints);
    else if (IS("putc"))
        *out = function((void (*)(void))a_putc);
    else if (IS("cmp_r"))
        *out = function((void (*)(void))cmp_ints_more);
    else if (IS("cmpdir"))
        *out = function((void (*)(void))cmp_entries);
    else if (IS("filter"))
        *out = function((void (*)(void))a_filter);
    else if (IS("errfn"))
        *out = function((void (*)(void))an_error);
    else if (IS("ftwfn"))
        *out = function((void (*)(void))a_visit);
    else if (IS("nftwfn"))
        *out = function((void (*)(void))a_visit_more);
    else if (IS("voidfn"))
        *out = function(a_void);
    else
        return false;
    return true;
}

static bool make_object(struct world *w, const char *g, struct made *out)
{
    char *end;
    long size = strtol(g + 1, &end, 10);
    const struct timespec soon = {0, 1000}, past = {1, 0}, two[2] = {{1, 2}, {3, 4}};
    if ((*g == 'o' || *g == 'z') && size > 0 && !*end)
        *out = *g == 'z' ? zeroed(w, (uint32_t)size) : pointer_to(w, new_object(w, (uint32_t)size));
    else if (IS("z8n") || IS("z8m"))
        *out = filled(w, 8, &(int64_t){IS("z8m") ? 8 : (int64_t)(world_random(w) % 4)}, 8);
    else if (IS("o4n") || IS("z4n") || IS("z4k"))
        *out = filled(w, 4, &(int32_t){IS("z4k") ? 8 : IS("o4n") ? 28 : 16}, 4);
    else if (IS("buf") || IS("buf64"))
        *out = pointer_to(w, new_object(w, 80));
    else if (IS("ints")) {
        int32_t v[20];
        for (int i = 0; i < 20; i++)
            v[i] = (int32_t)(world_random(w) % 4);
        *out = filled(w, 80, v, 80);
    } else if (IS("loop4"))
        *out = filled(w, 4, (uint8_t[]){127, 0, 0, 1}, 4);
    else if (IS("fdset"))
        *out = a_set(w);
    else if (IS("sig8"))
        *out = filled(w, 4, (int32_t[]){15}, 4);
    else if (IS("big"))
        *out = pointer_to(w, new_object(w, 1000));
    else if (IS("buf1k"))
        *out = pointer_to(w, new_object(w, 1024));
    else if (IS("tm"))
        *out = a_time(w);
    else if (IS("shortspec"))
        *out = filled(w, 16, &soon, 16);
    else if (IS("pastspec"))
        *out = filled(w, 16, &past, 16);
    else if (IS("timespec2") || IS("timeval2"))
        *out = filled(w, 32, two, 32);
    else if (IS("shortval"))
        *out = filled(w, 16, (int64_t[]){0, 10}, 16);
    else if (IS("rlimit"))
        *out = filled(w, 16, (int64_t[]){1 << 30, -1}, 16);
    else if (IS("iov"))
        *out = an_iovec(w);
    else if (IS("msg"))
        *out = a_message(w, false);
    else if (IS("mmsg"))
        *out = a_message(w, true);
    else if (IS("argv"))
        *out = arguments(w);
    else if (IS("longopts"))
        *out = long_options(w);
    else if (IS("tokens"))
        *out = tokens(w);
    else if (IS("qel"))
        *out = queue_element(w, false);
    else if (IS("qel3"))
        *out = queue_element(w, true);
    else if (IS("pollfds"))
        *out = a_pollfd(w);
    else if (IS("sockaddr"))
        *out = an_address(w);
    else if (IS("sigset"))
        *out = signals(w);
    else if (IS("pendset"))
        *out = pending(w);
    else if (IS("regexp"))
        *out = regular(w);
    else if (IS("hints"))
        *out =
            filled(w, sizeof(struct addrinfo), &(struct addrinfo){.ai_flags = AI_NUMERICHOST}, sizeof(struct addrinfo));
    else if (IS("utmp"))
        *out = zeroed(w, sizeof(struct utmp));
    else if (IS("locked"))
        *out = prepared(w, 40, lock_mutex);
    else if (IS("rdlocked"))
        *out = prepared(w, 56, lock_reading);
    else if (IS("attr"))
        *out = prepared(w, 56, make_attr);
    else if (IS("mutexattr"))
        *out = zeroed(w, 4);
    else if (IS("spin"))
        *out = prepared(w, 4, make_spin);
    else if (IS("spinning"))
        *out = prepared(w, 4, lock_spin);
    else if (IS("sem"))
        *out = prepared(w, 32, make_sem);
    else if (IS("barrier"))
        *out = prepared(w, 32, make_barrier);
    else
        return false;
    return true;
}

/* False: no such word. */
__attribute__((unused)) static bool make_argument(struct world *w, const char *word, struct made *out)
{
    char g[32];
    size_t n = strlen(word);
    bool optional = n && word[n - 1] == '?';
    snprintf(g, sizeof g, "%.*s", (int)(n - optional), word);
    if (!strcmp(g, "null") || (optional && world_random(w) % 4 == 0)) {
        *out = integer('p', 0);
        w->has_null = true;
        return true;
    }
    return make_number(w, g, out) || make_text(w, g, out) || make_handle(w, g, out) || make_object(w, g, out);
}

#endif
