/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A relay: frames from a peer come in on a descriptor; answers, and the data of the frames, go out on standard output.
 *
 *     relay [-v] [-f DESCRIPTOR] [-i SECONDS]
 *
 *     -v  log frames on standard error      -f  read from there instead of standard input
 *     -i  report the state every so often
 *
 * A frame is a type, a length of at most 16, and so many bytes. The types are O open, A ack, D data and C close; others
 * are bad. The peer acknowledges the answers to open and close; when it sends something else instead, the answer is
 * repeated RETRIES times, and then the connection is reset. SIGTERM ends the program as the end of the input does.
 *
 *     printf 'O\0A\0D\5helloC\0A\0' | ./relay
 *
 * Verified at every link: no peer can break an assert, and relay.ccs is the design, with every lock and unlock. With
 * one of the patches in wrong/ the link fails or warns.
 */
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OPEN_IT = 'O', ACK = 'A', DATA = 'D', CLOSE_IT = 'C', BAD = 0, END = -1 }; /* types of frames */
enum state { CLOSED, OPENING, OPEN, CLOSING };
enum { RETRIES = 2, LONGEST = 16 };

static struct {
    int length;
    char bytes[LONGEST];
} frame; /* the one that came in last */

static struct {
    enum state state, before;
    int retries; /* 0 unless an ack is missing */
    unsigned long frames;
} conn;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* for conn, which report() reads */

static int input, is_verbose;
static volatile sig_atomic_t stop;

#pragma cwolf property asserts : reach-assert
#pragma cwolf spec "relay.ccs" Closed weak-trace
#pragma cwolf abstract conn.state, conn.before : enum
#pragma cwolf abstract conn.retries : exact
#pragma cwolf abstract frame.length : ranges(0, 1, LONGEST + 1)
#pragma cwolf input getopt : {-1, 'v', 'f', 'i', '?'}

static void on_term(int signal)
{
    (void)signal;
    stop = 1;
}

static void hold(void)
{
    pthread_mutex_lock(&lock);
}

static void release(void)
{
    pthread_mutex_unlock(&lock);
}

static void say(const char *word)
{
    (void)!write(1, word, strlen(word));
}

static void say_accept(void)
{
    say("accept\n");
}

static void say_bye(void)
{
    say("bye\n");
}

static void say_reset(void)
{
    say("reset\n");
}

static void deliver(void)
{
    assert(frame.length >= 0 && frame.length <= LONGEST);
    say("deliver ");
    (void)!write(1, frame.bytes, (size_t)frame.length);
    say("\n");
}

#pragma cwolf external hold : writes() // it returns: report() does not keep the lock
#pragma cwolf label call(hold) => output lock
#pragma cwolf label call(release) => output unlock
#pragma cwolf label call(say_accept) => output accept
#pragma cwolf label call(say_bye) => output bye
#pragma cwolf label call(say_reset) => output reset
#pragma cwolf label call(deliver) => output deliver

/* A connection goes on to the next state, or back to CLOSED. */
static void enter(enum state next)
{
#pragma cwolf abstract next : enum
    conn.retries = 0;
    conn.before = conn.state;
    conn.state = next;
    assert(conn.state == CLOSED || conn.state == conn.before + 1);
}

static void again(void (*answer)(void))
{
#pragma cwolf abstract answer : pointer
    if (conn.retries == RETRIES) {
        say_reset();
        enter(CLOSED);
        return;
    }
    conn.retries++;
    answer();
}

static int read_byte(void)
{
    unsigned char byte;
    struct pollfd ready = {.fd = input, .events = POLLIN};
    while (!stop && poll(&ready, 1, 1000) == 0)
        ; /* a signal just before poll is seen a second later */
    if (stop || read(input, &byte, 1) != 1)
        return END;
    return byte;
}
#pragma cwolf input read_byte : [END, 255] // the peer may send anything, and the end may come at any time

/* The type of the next frame. */
static int read_frame(void)
{
    int i, type;
#pragma cwolf abstract i : ranges(0, 1, LONGEST)
#pragma cwolf abstract type : values(OPEN_IT, ACK, DATA, CLOSE_IT, END)

    type = read_byte();
    frame.length = read_byte();
    if (frame.length < 0)
        return END;
    if (frame.length > LONGEST)
        return BAD;
    for (i = 0; i < frame.length; i++)
        frame.bytes[i] = (char)read_byte();
    return type;
}

static void handle(int type)
{
#pragma cwolf abstract type : values(OPEN_IT, ACK, DATA, CLOSE_IT)
    hold();
    conn.frames++;
    switch (conn.state) {
    case CLOSED:
        if (type != OPEN_IT)
            break;
        enter(OPENING);
        say_accept();
        break;
    case OPENING:
        if (type == ACK)
            enter(OPEN);
        else
            again(say_accept);
        break;
    case OPEN:
        if (type == DATA) {
            release();
            deliver(); /* may take its time */
            return;
        }
        if (type != CLOSE_IT)
            break;
        enter(CLOSING);
        say_bye();
        break;
    case CLOSING:
        if (type == ACK)
            enter(CLOSED);
        else
            again(say_bye);
        break;
    }
    release();
}

static void *report(void *seconds)
{
    for (;;) {
        sleep(*(unsigned *)seconds);
        pthread_mutex_lock(&lock);
        int state = conn.state;
        unsigned long frames = conn.frames;
        pthread_mutex_unlock(&lock);
        fprintf(stderr, "state %d, %lu frames\n", state, frames);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    static unsigned seconds;
    struct sigaction action = {.sa_handler = on_term};
    pthread_t reporter;
    int option, type;
#pragma cwolf abstract type : values(OPEN_IT, ACK, DATA, CLOSE_IT, BAD, END)
#pragma cwolf label watch(type == OPEN_IT) => input open
#pragma cwolf label watch(type == ACK) => input ack
#pragma cwolf label watch(type == DATA) => input data
#pragma cwolf label watch(type == CLOSE_IT) => input close
#pragma cwolf label watch(type == END) => input end
#pragma cwolf label watch(type != END) => input bad

    while ((option = getopt(argc, argv, "vf:i:")) != -1)
        switch (option) {
        case 'v':
            is_verbose = 1;
            break;
        case 'f':
            input = atoi(optarg);
            break;
        case 'i':
            seconds = (unsigned)atoi(optarg);
            break;
        default:
            fprintf(stderr, "usage: relay [-v] [-f DESCRIPTOR] [-i SECONDS]\n");
            return 2;
        }
    sigaction(SIGTERM, &action, NULL);
    if (seconds)
        pthread_create(&reporter, NULL, report, &seconds);
    while ((type = read_frame()) != END) {
        if (is_verbose)
            fprintf(stderr, "frame %d\n", type);
        handle(type);
    }
    if (conn.state != CLOSED)
        say_reset();
    return 0;
}
