// A block driver's dispatch routine: every request must be completed once, or marked pending and completed later.
// True: each path sets exactly one of completed and pending, and the queue drain completes what is pending.
// expect: True
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

#define STATUS_SUCCESS   0
#define STATUS_PENDING   259
#define STATUS_INVALID   (-1)

static int completed;
static int pending;
static int lower_status;

static void complete_request(void)
{
    if (completed)
        reach_error();
    completed = 1;
}

static void mark_pending(void)
{
    if (pending || completed)
        reach_error();
    pending = 1;
}

static int call_lower(void)
{
    int r = __VERIFIER_nondet_int();
    if (r == STATUS_PENDING)
        lower_status = STATUS_PENDING;
    else if (r >= 0)
        lower_status = STATUS_SUCCESS;
    else
        lower_status = STATUS_INVALID;
    return lower_status;
}

static int read_write(int length)
{
    int status;

    if (length <= 0) {
        complete_request();
        return STATUS_INVALID;
    }
    if (length > 4096) {
        mark_pending();
        return STATUS_PENDING;
    }
    status = call_lower();
    if (status == STATUS_PENDING)
        mark_pending();
    else
        complete_request();
    return status;
}

static int device_control(int code)
{
    switch (code) {
    case 1:
    case 2:
        complete_request();
        return STATUS_SUCCESS;
    case 3:
        mark_pending();
        return STATUS_PENDING;
    default:
        complete_request();
        return STATUS_INVALID;
    }
}

int main(void)
{
    while (1) {
        int major = __VERIFIER_nondet_int();
        int status;

        completed = 0;
        pending = 0;
        if (major == 3 || major == 4)
            status = read_write(__VERIFIER_nondet_int());
        else if (major == 14)
            status = device_control(__VERIFIER_nondet_int());
        else {
            complete_request();
            status = STATUS_INVALID;
        }
        if (status == STATUS_PENDING) {
            if (!pending || completed) reach_error();
            complete_request();
        } else if (pending) {
            reach_error();
        }
        if (!completed)
            reach_error();
    }
    return 0;
}
