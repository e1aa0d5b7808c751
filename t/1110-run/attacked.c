/* SPDX-License-Identifier: GPL-3.0-or-later */
// What an attack found: memory that the library writes in unusual ways, children, handlers, names, alignments.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdarg.h>
#include <unistd.h>
#include <signal.h>
#include <dirent.h>
#include <iconv.h>
#include <sys/wait.h>
#include <sys/uio.h>
#include <sys/ioctl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <sys/mman.h>
#include <wchar.h>
#include <search.h>
#include <err.h>
#include <errno.h>
static int f(const char *s, const char *g, ...)
{
    va_list a;
    va_start(a, g);
    int r = vsscanf(s, g, a);
    va_end(a);
    return r;
}
static void vp(const char *s, ...)
{
    va_list a;
    va_start(a, s);
    vprintf(s, a);
    va_end(a);
}
static int c2(const void *a, const void *b)
{
    return strcmp(a, b);
}
static int fl(const struct dirent *d)
{
    return !strncmp(d->d_name, "passwd", 7);
}
static int kr(c, x)
char c;
float x;
{
    return c + x * 2;
}
static int v = 5;
extern int va __attribute__((alias("v")));
static char pg[4096] __attribute__((aligned(4096)));
static int p2[2];
static void h(int s)
{
    write(p2[1], "x", 1);
}
int main(void)
{
    int x;
    f("12", "%d", &x);
    printf("%d\n", x);
    printf("%p\n", (void *)0);
    int y;
    sscanf("1", "%1$d", &y);
    printf("%d\n", y);
    int n;
    printf("abc%1$n\n", &n);
    printf("%d\n", n);
    int m;
    vp("abc%n\n", &m);
    printf("%d\n", m);
    int p[2];
    pipe(p);
    char a[3], c[5];
    struct iovec iv[2] = {{a, 3}, {c, 5}};
    write(p[1], "abcdefgh", 8);
    readv(p[0], iv, 2);
    printf("%.3s %.5s\n", a, c);
    int s[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, s);
    write(s[0], "abc", 3);
    char mb[10];
    struct iovec v1 = {mb, 10};
    struct msghdr hd = {0};
    hd.msg_iov = &v1;
    hd.msg_iovlen = 1;
    recvmsg(s[1], &hd, 0);
    printf("%c\n", mb[0]);
    int nn;
    write(p[1], "abc", 3);
    ioctl(p[0], FIONREAD, &nn);
    printf("%d\n", nn);
    int ep = epoll_create1(0), ev = eventfd(3, 0);
    struct epoll_event e = {EPOLLIN, {.fd = ev}}, o[4];
    epoll_ctl(ep, EPOLL_CTL_ADD, ev, &e);
    int en = epoll_wait(ep, o, 4, 100);
    printf("%d %d\n", en, o[0].data.fd == ev);
    iconv_t cd = iconv_open("UTF-8", "LATIN1");
    char in[] = "caf\xe9", ob[20], *ip = in, *op = ob;
    size_t il = 4, ol = 20;
    iconv(cd, &ip, &il, &op, &ol);
    *op = 0;
    puts(ob);
    char *b;
    size_t bn;
    FILE *ms = open_memstream(&b, &bn);
    fprintf(ms, "hello %d", 5);
    fclose(ms);
    puts(b);
    free(b);
    char o9[9];
    FILE *fm = fmemopen(o9, 9, "w");
    fputs("in", fm);
    fclose(fm);
    puts(o9);
    struct dirent **l;
    int dn = scandir("/etc", &l, fl, alphasort);
    for (int i = 0; i < dn; i++) {
        puts(l[i]->d_name);
        free(l[i]);
    }
    free(l);
    char mc[8];
    memccpy(mc, "ab", 0, 8);
    puts(mc);
    struct sigaction so, sn = {0};
    sn.sa_handler = h;
    sigaction(SIGSEGV, &sn, &so);
    printf("%d\n", so.sa_handler == SIG_DFL);
    unsigned bits;
    bits = (bits & ~1u) | 1;
    if (bits & 1)
        puts("bit");
    wchar_t wb[20];
    sscanf("hello", "%ls", wb);
    printf("%ls\n", wb);
    swprintf(wb, 20, L"%d-%ls", 5, L"abc");
    printf("%ls\n", wb);
    wchar_t *d = wcsdup(L"dup");
    printf("%ls %ls\n", d, wcschr(d, L'u'));
    free(d);
    fflush(stdout);
    if (!fork()) {
        abort();
    }
    int st;
    wait(&st);
    printf("%d %d\n", WIFSIGNALED(st), WTERMSIG(st));
    printf("%d %d\n", va, mprotect(pg, 4096, PROT_READ));
    void *q = 0;
    printf("%d %d\n", posix_memalign(&q, 8192, 10), posix_memalign(&q, 3, 10));
    sigset_t ss, sp;
    sigemptyset(&ss);
    sigaddset(&ss, SIGUSR1);
    sigprocmask(SIG_BLOCK, &ss, 0);
    raise(SIGUSR1);
    sigpending(&sp);
    printf("%d\n", sigismember(&sp, SIGUSR1));
    void *r = 0;
    tsearch(strdup("a"), &r, c2);
    tdestroy(r, free);
    puts("ok");
    char ch;
    pipe(p2);
    signal(SIGALRM, h);
    alarm(1);
    printf("%d\n", (int)read(p2[0], &ch, 1));
    char *big = malloc(1ul << 33);
    printf("%d\n", big != 0);
    free(big);
    struct sockaddr_in sa = {0};
    printf("%d %d\n", connect(-1, (struct sockaddr *)&sa, sizeof sa), errno);
    printf("%d\n", kr(3, 2.5f));
    fflush(stdout);
    return 0;
}
