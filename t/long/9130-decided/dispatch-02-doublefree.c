// Plug-and-play dispatch with a remove path; completing a request twice is the error.
// Bug: surprise removal while the device is started completes in the helper and again in the caller.
// expect: False inputs: 0 23
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

enum { MN_START = 0, MN_QUERY_REMOVE = 1, MN_REMOVE = 2, MN_STOP = 4, MN_SURPRISE = 23 };
enum dev { STOPPED, STARTED, GONE };

static enum dev device = STOPPED;
static int done;
static int queue_open;

static void complete(void)
{
    if (done) {
        ERROR: reach_error();
    }
    done = 1;
}

static int stop_device(void)
{
    queue_open = 0;
    device = STOPPED;
    return 0;
}

static int drop_device(int surprise)
{
    int was = device;
    device = GONE;
    queue_open = 0;
    if (surprise && was == STARTED) {
        complete();
        return 1;
    }
    return 0;
}

static int pnp(int minor)
{
    int rc = 0;

    switch (minor) {
    case MN_START:
        if (device == STOPPED) {
            device = STARTED;
            queue_open = 1;
        } else
            rc = -1;
        break;
    case MN_STOP:
        if (device == STARTED)
            rc = stop_device();
        break;
    case MN_QUERY_REMOVE:
        rc = queue_open ? 0 : -1;
        break;
    case MN_REMOVE:
        rc = drop_device(0);
        break;
    case MN_SURPRISE:
        rc = drop_device(1);
        break;
    default:
        rc = -1;
    }
    complete();
    return rc;
}

int main(void)
{
    while (device != GONE) {
        done = 0;
        pnp(__VERIFIER_nondet_int());
        if (!done)
            reach_error();
    }
    return 0;
}
