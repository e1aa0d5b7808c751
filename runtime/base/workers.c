/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Workers wait for a job, take piece after piece of it until none is left, and wait again. The caller takes pieces,
 * too, and when none is left closes the job: it waits for those who are at work, not for those who have not woken up
 * yet.
 */
#include "workers.h"
#include "base.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_THREADS = 16 };

struct workers;

struct worker {
    struct workers *of;
    unsigned number;
    pthread_t thread;
};

struct workers {
    struct worker worker[MOST_THREADS];
    unsigned count;
    pthread_mutex_t mutex;
    pthread_cond_t begin, end;
    uint64_t job;    /* its number; this and the next three are changed under the mutex */
    bool open;       /* one may begin with it */
    unsigned active; /* helpers at work */
    bool stop;
    size_t n, grain;
    atomic_size_t next;
    workers_function *work;
    void *context;
};

static void take_pieces(struct workers *w, unsigned number)
{
    size_t from;
    while ((from = atomic_fetch_add(&w->next, w->grain)) < w->n)
        w->work(w->context, number, from, w->n - from < w->grain ? w->n : from + w->grain);
}

static void *help(void *context)
{
    struct worker *me = context;
    struct workers *w = me->of;
    uint64_t done = 0;
    pthread_mutex_lock(&w->mutex);
    for (;;) {
        while (!w->stop && (!w->open || w->job == done))
            pthread_cond_wait(&w->begin, &w->mutex);
        if (w->stop)
            break;
        done = w->job;
        w->active++;
        pthread_mutex_unlock(&w->mutex);
        take_pieces(w, me->number);
        pthread_mutex_lock(&w->mutex);
        if (!--w->active)
            pthread_cond_signal(&w->end);
    }
    pthread_mutex_unlock(&w->mutex);
    return NULL;
}

unsigned base_processors(void)
{
    cpu_set_t own;
    int n = sched_getaffinity(0, sizeof own, &own) ? 1 : CPU_COUNT(&own);
    return n < 1 ? 1 : (unsigned)n;
}

static void start(struct workers *w, unsigned threads)
{
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    for (w->count = 1; w->count < threads; w->count++) {
        struct worker *next = &w->worker[w->count];
        *next = (struct worker){.of = w, .number = w->count};
        if (pthread_create(&next->thread, NULL, help, next) != 0)
            break;
    }
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

struct workers *base_workers_new(unsigned threads)
{
    struct workers *w = base_mem_zalloc(sizeof *w);
    pthread_mutex_init(&w->mutex, NULL);
    pthread_cond_init(&w->begin, NULL);
    pthread_cond_init(&w->end, NULL);
    threads = threads ? threads : base_processors();
    start(w, threads > MOST_THREADS ? MOST_THREADS : threads);
    return w;
}

void base_workers_free(struct workers *w)
{
    if (!w)
        return;
    pthread_mutex_lock(&w->mutex);
    w->stop = true;
    pthread_cond_broadcast(&w->begin);
    pthread_mutex_unlock(&w->mutex);
    for (unsigned i = 1; i < w->count; i++)
        pthread_join(w->worker[i].thread, NULL);
    pthread_cond_destroy(&w->begin);
    pthread_cond_destroy(&w->end);
    pthread_mutex_destroy(&w->mutex);
    free(w);
}

unsigned base_workers_count(const struct workers *w)
{
    return w ? w->count : 1;
}

void base_workers_share(struct workers *w, size_t n, size_t grain, workers_function *work, void *context)
{
    if (!n)
        return;
    if (base_workers_count(w) == 1 || n <= grain) {
        work(context, 0, 0, n);
        return;
    }
    pthread_mutex_lock(&w->mutex);
    w->n = n;
    w->grain = grain;
    w->work = work;
    w->context = context;
    atomic_store(&w->next, 0);
    w->open = true;
    w->job++;
    pthread_cond_broadcast(&w->begin);
    pthread_mutex_unlock(&w->mutex);
    take_pieces(w, 0);
    pthread_mutex_lock(&w->mutex);
    w->open = false;
    while (w->active)
        pthread_cond_wait(&w->end, &w->mutex);
    pthread_mutex_unlock(&w->mutex);
}
