/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A driver for a serial port, as c2bp's paper has one: requests come in any order, wait in a queue, are served, cancelled
 * and completed once each; locks, interrupt levels, power and the life of the device have rules, which are assertions.
 * 35 predicates prove them (bench-predicates.sh).
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define CHECK(x) do { if (!(x)) reach_error(); } while (0)

enum { CLOSED, OPENED, SUSPENDED, REMOVED };
enum { PASSIVE = 0, DISPATCH = 2 };
enum { SUCCESS = 0, PENDING = 259, BUSY = -2, GONE = -1, CANCELLED = -3 };

struct request {
    int status, length;
    int is_completed, is_marked;
};
struct device {
    int state, power;
    int is_busy, has_timer;
};

static struct device device;
static struct request *current;
static int queue_lock, device_lock, cancel_lock;
static int level;
static int queued, taken;     /* requests that came into the queue, and left it */
static int opened, closed;    /* handles */
static int started, finished; /* transfers of the hardware */
static int raised, lowered;   /* power references */
static int interrupts_on, fifo_level, fifo_limit;
static int written, flushed;

#pragma cwolf predicate queue_lock == 0
#pragma cwolf predicate device_lock == 0
#pragma cwolf predicate cancel_lock == 0
#pragma cwolf predicate level == 0
#pragma cwolf predicate level == 2
#pragma cwolf predicate device.state == 1
#pragma cwolf predicate device.state == 2
#pragma cwolf predicate device.power == 0
#pragma cwolf predicate device.is_busy == 0
#pragma cwolf predicate device.has_timer == 0
#pragma cwolf predicate queued == taken
#pragma cwolf predicate queued == taken + 1
#pragma cwolf predicate opened == closed
#pragma cwolf predicate opened == closed + 1
#pragma cwolf predicate started == finished
#pragma cwolf predicate started == finished + 1
#pragma cwolf predicate raised == lowered
#pragma cwolf predicate raised == lowered + 1
#pragma cwolf predicate interrupts_on == 0
#pragma cwolf predicate fifo_level <= fifo_limit
#pragma cwolf predicate fifo_level < fifo_limit
#pragma cwolf predicate fifo_limit > 0

/* ---- the rules of the system ------------------------------------------------------------------------------------- */

static void lock_queue(void)
{
    CHECK(queue_lock == 0);
    queue_lock = 1;
}

static void unlock_queue(void)
{
    CHECK(queue_lock != 0);
    queue_lock = 0;
}

static void lock_device(void)
{
    CHECK(queue_lock == 0); /* the order of the locks */
    CHECK(device_lock == 0);
    device_lock = 1;
}

static void unlock_device(void)
{
    CHECK(device_lock != 0);
    device_lock = 0;
}

static int raise_level(void)
{
    int old = level;
#pragma cwolf predicate old == 0
    CHECK(level == PASSIVE);
    level = DISPATCH;
    return old;
}

static void lower_level(int to)
{
#pragma cwolf predicate to == 0
    CHECK(level == DISPATCH);
    level = to;
}

static void lock_cancel(void)
{
    CHECK(cancel_lock == 0);
    CHECK(level == DISPATCH);
    cancel_lock = 1;
}

static void unlock_cancel(void)
{
    CHECK(cancel_lock != 0);
    cancel_lock = 0;
}

static void complete(struct request *r, int status)
{
#pragma cwolf predicate r->is_completed == 0
    CHECK(r->is_completed == 0); /* once */
    CHECK(queue_lock == 0 && cancel_lock == 0);
    r->is_completed = 1;
    r->status = status;
}

/* ---- power and hardware ------------------------------------------------------------------------------------------ */

static void power_up(void)
{
    CHECK(raised == lowered);
    raised++;
    device.power = 1;
}

static void power_down(void)
{
    CHECK(raised == lowered + 1);
    CHECK(device.is_busy == 0);
    lowered++;
    device.power = 0;
}

static void enable_interrupts(void)
{
    CHECK(device.power != 0);
    interrupts_on = 1;
}

static void disable_interrupts(void)
{
    interrupts_on = 0;
}

static void start_transfer(void)
{
    CHECK(device.power != 0);
    CHECK(interrupts_on != 0);
    CHECK(started == finished);
    CHECK(device.state == OPENED);
    started++;
    device.is_busy = 1;
}

static void end_transfer(void)
{
    CHECK(started == finished + 1);
    finished++;
    device.is_busy = 0;
}

static void put_fifo(void)
{
    CHECK(fifo_level < fifo_limit);
    fifo_level = fifo_level + 1;
    CHECK(fifo_level <= fifo_limit);
    written++;
}

static void set_timer(void)
{
    CHECK(device.has_timer == 0);
    device.has_timer = 1;
}

static void stop_timer(void)
{
    CHECK(device.has_timer != 0);
    device.has_timer = 0;
}

/* ---- the queue --------------------------------------------------------------------------------------------------- */

static int enqueue(struct request *r)
{
    int result = BUSY;
#pragma cwolf predicate result == 259
#pragma cwolf predicate r->is_completed == 0
    lock_queue();
    if (queued == taken) {
        queued++;
        current = r;
        r->is_marked = 1;
        result = PENDING;
    }
    unlock_queue();
    return result;
}

static struct request *dequeue(void)
{
    struct request *r = 0;
    lock_queue();
    if (current) {
        CHECK(queued == taken + 1);
        r = current;
        current = 0;
        taken++;
    }
    unlock_queue();
    return r;
}

static int serve(struct request *r)
{
    int left = r->length;
    int status = SUCCESS;
    lock_device();
    start_transfer();
    set_timer();
    while (left > 0) {
        if (fifo_level < fifo_limit)
            put_fifo();
        else
            fifo_level = 0, flushed++;
        left--;
        if (__VERIFIER_nondet_int()) {
            status = GONE;
            break;
        }
        if (fifo_level > fifo_limit)
            reach_error();
    }
    stop_timer();
    end_transfer();
    unlock_device();
    return status;
}

static void cancel(struct request *r)
{
    int old = raise_level(), is_mine = 0;
#pragma cwolf predicate old == 0
#pragma cwolf predicate is_mine == 0
#pragma cwolf predicate r->is_completed == 0
    lock_cancel();
    if (current == r && current) {
        struct request *c = dequeue();
        is_mine = c != 0;
    }
    unlock_cancel();
    lower_level(old);
    if (is_mine && !r->is_completed)
        complete(r, CANCELLED);
}

/* ---- requests ---------------------------------------------------------------------------------------------------- */

static int handle_open(void)
{
    int status = GONE;
#pragma cwolf predicate status == 0
    lock_device();
    if (device.state == CLOSED) {
        CHECK(opened == closed);
        power_up();
        enable_interrupts();
        fifo_level = 0;
        fifo_limit = 16;
        opened++;
        device.state = OPENED;
        status = SUCCESS;
    }
    unlock_device();
    if (status == SUCCESS)
        CHECK(device.state == OPENED && interrupts_on != 0);
    return status;
}

static int handle_close(void)
{
    int was_open = 0;
#pragma cwolf predicate was_open == 0
    lock_device();
    if (device.state == OPENED) {
        CHECK(opened == closed + 1);
        disable_interrupts();
        power_down();
        closed++;
        device.state = CLOSED;
        was_open = 1;
    }
    unlock_device();
    if (was_open)
        CHECK(opened == closed && device.power == 0);
    return was_open ? SUCCESS : GONE;
}

static int handle_write(struct request *r)
{
    int status = GONE;
#pragma cwolf predicate status == 259
#pragma cwolf predicate r->is_completed == 0
    r->is_completed = 0;
    if (device.state == OPENED)
        status = enqueue(r);
    if (status != PENDING) {
        complete(r, status);
        return status;
    }
    if (__VERIFIER_nondet_int()) {
        cancel(r);
    } else {
        struct request *next = dequeue();
        if (next) {
            int result = serve(next);
            if (next == r)
                complete(r, result);
        }
    }
    return status;
}

static int handle_power(int on)
{
    int status = SUCCESS;
    lock_device();
    if (on && device.state == SUSPENDED) {
        power_up();
        enable_interrupts();
        device.state = OPENED;
    } else if (!on && device.state == OPENED) {
        disable_interrupts();
        power_down();
        device.state = SUSPENDED;
    } else {
        status = BUSY;
    }
    unlock_device();
    return status;
}

static int handle_remove(void)
{
    int status = BUSY;
    lock_device();
    if (device.state == CLOSED) {
        CHECK(interrupts_on == 0 && device.power == 0);
        device.state = REMOVED;
        status = SUCCESS;
    }
    unlock_device();
    return status;
}

static void handle_timeout(void)
{
    int old = raise_level();
#pragma cwolf predicate old == 0
    if (device.has_timer) {
        CHECK(device.is_busy != 0);
        stop_timer();
    }
    lower_level(old);
}

int main(void)
{
    struct request request = {0};
    while (__VERIFIER_nondet_int()) {
        CHECK(level == PASSIVE);
        CHECK(queue_lock == 0 && device_lock == 0 && cancel_lock == 0);
        switch (__VERIFIER_nondet_int()) {
        case 0: handle_open(); break;
        case 1: handle_close(); break;
        case 2: request.length = __VERIFIER_nondet_int(); handle_write(&request); break;
        case 3: handle_power(1); break;
        case 4: handle_power(0); break;
        case 5: handle_remove(); break;
        default: handle_timeout(); break;
        }
    }
    return 0;
}
