// A driver stack: a request is skipped or copied to the next level, then passed down once, then returned.
// True: the state s walks only along the edges new -> skipped/copied -> passed -> done, as the code orders them.
// expect: True
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int s;                 /* state of the request */
#define UNLOADED 0
#define NEW      1
#define SKIPPED  2
#define COPIED   3
#define PASSED   4
#define WAITING  5
#define DONE     6

int routine_set;
int event_set;

void skip_stack(void)
{
    if (s != NEW) reach_error();
    s = SKIPPED;
}

void copy_stack(void)
{
    if (s != NEW) reach_error();
    s = COPIED;
}

void set_routine(void)
{
    if (s != COPIED) reach_error();
    routine_set = 1;
}

int pass_down(void)
{
    int status = __VERIFIER_nondet_int();
    if (s != SKIPPED && s != COPIED) reach_error();
    if (s == SKIPPED && routine_set) reach_error();
    s = PASSED;
    if (status < 0) status = -1;
    else if (status == 259) status = 259;
    else status = 0;
    if (routine_set && status != 259)
        event_set = 1;
    return status;
}

void wait_event(void)
{
    if (!routine_set) reach_error();
    if (!event_set) event_set = 1;
    s = WAITING;
}

void complete(void)
{
    if (s == PASSED && !routine_set) reach_error();
    if (s == DONE) reach_error();
    s = DONE;
}

int forward(void)
{
    skip_stack();
    return pass_down();
}

int forward_and_wait(void)
{
    int status;
    copy_stack();
    set_routine();
    status = pass_down();
    if (status == 259) {
        wait_event();
        status = 0;
    }
    complete();
    return status;
}

int main(void)
{
    s = UNLOADED;
    for (;;) {
        int kind = __VERIFIER_nondet_int();
        int level = __VERIFIER_nondet_int();
        routine_set = 0;
        event_set = 0;
        s = NEW;
        if (kind == 0 || level > 5) {
            forward();
            if (s != PASSED) reach_error();
        } else if (kind == 1) {
            forward_and_wait();
            if (s != DONE) reach_error();
        } else {
            complete();
            if (s != DONE) reach_error();
        }
    }
}
