/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Programs for bench-run.sh, which stops each after some statements; SHAPE names the one.
 */
#include <stdlib.h>

static int numbers[4096];
struct request {
    int status, kind, retries;
    struct request *next;
    char name[16];
};

__attribute__((unused)) static void integers(void)
{
    unsigned long x = 1, y = 0;
    for (unsigned long i = 0;; i++) {
        x = x * 6364136223846793005UL + 1442695040888963407UL;
        if (x & 1024)
            y += x >> 33;
        else
            y ^= i;
    }
}

__attribute__((unused)) static void dispatch(void)
{
    struct request r = {0};
    enum { IDLE, STARTED, PENDING, DONE, FAILED } state = IDLE;
    for (unsigned n = 0;; n++) {
        switch (state) {
        case IDLE:
            r.kind = n % 5;
            state = r.kind < 3 ? STARTED : PENDING;
            break;
        case STARTED:
            r.status = r.kind == 1 ? -1 : 0;
            state = r.status < 0 && r.retries < 3 ? PENDING : DONE;
            break;
        case PENDING:
            r.retries++;
            state = r.retries > 3 ? FAILED : STARTED;
            break;
        case DONE:
        case FAILED:
            r.retries = 0;
            state = IDLE;
        }
    }
}

static int fibonacci(int n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

__attribute__((unused)) static void recursion(void)
{
    for (;;)
        numbers[0] += fibonacci(15);
}

__attribute__((unused)) static void arrays(void)
{
    for (int round = 0;; round++)
        for (int i = 1; i < 4095; i++)
            numbers[i] = (numbers[i - 1] + numbers[i + 1] + round) / 2;
}

__attribute__((unused)) static void structures(void)
{
    struct request list[8] = {{0}};
    for (int i = 0;; i++) {
        struct request *r = &list[i % 8], copy = *r;
        copy.status++;
        copy.name[i % 16] = (char)i;
        copy.next = r;
        *r = copy;
    }
}

__attribute__((unused)) static void heap(void)
{
    struct request *head = NULL;
    for (int i = 0;; i++) {
        struct request *r = malloc(sizeof *r);
        r->next = head;
        r->kind = i;
        head = r;
        if (i % 100 == 99)
            while (head) {
                struct request *next = head->next;
                free(head);
                head = next;
            }
    }
}

int main(void)
{
    SHAPE();
    return 0;
}
