// A disc drive driver: open, read, eject, play and power requests over a small state block, with a retry worker.
// Bug: a media change noticed by the retry worker completes the waiting request but leaves it in the retry slot.
// expect: False inputs: 0 2 0 3 7 7
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }

/* request codes */
#define RQ_OPEN     0
#define RQ_CLOSE    1
#define RQ_READ     2
#define RQ_EJECT    3
#define RQ_PLAY     4
#define RQ_PAUSE    5
#define RQ_POWER    6
#define RQ_TIMER    7

/* status values */
#define ST_OK           0
#define ST_PENDING      0x103
#define ST_NO_MEDIA   (-13)
#define ST_BUSY       (-16)
#define ST_INVALID    (-22)
#define ST_CHANGED    (-30)

#define MAX_RETRY 3

struct request {
    int code;
    int status;
    int owner;          /* 1: ours, 0: given back to the system */
    int retries;
};

struct extension {
    int opened;
    int media;          /* 0 none, 1 present */
    int generation;     /* counts media changes, 0 to 9 */
    int seen_generation;
    int playing;
    int paused;
    int powered;
};

static struct extension ext;
static struct request current;      /* the one that is being dispatched */
static struct request waiting;      /* the one in the retry slot */
static int slot_full;
static int completions_waiting;

static void complete_request(struct request *r, int status)
{
    if (r->owner != 1) {
        ERROR: reach_error();
    }
    r->owner = 0;
    r->status = status;
}

static int hardware_ready(void)
{
    if (!ext.powered)
        return 0;
    return __VERIFIER_nondet_bool();
}

static void media_event(void)
{
    if (ext.media) {
        ext.media = 0;
        ext.playing = 0;
        ext.paused = 0;
    } else {
        ext.media = 1;
        ext.generation = (ext.generation + 1) % 10;
    }
}

static int start_retry(void)
{
    if (slot_full)
        return ST_BUSY;
    waiting = current;
    waiting.retries = 0;
    slot_full = 1;
    completions_waiting = 0;
    current.status = ST_PENDING;
    return ST_PENDING;
}

static int do_open(void)
{
    if (ext.opened >= 4)
        return ST_BUSY;
    if (!ext.media)
        return ST_NO_MEDIA;
    ext.opened++;
    ext.seen_generation = ext.generation;
    return ST_OK;
}

static int do_close(void)
{
    if (ext.opened == 0)
        return ST_INVALID;
    ext.opened--;
    if (ext.opened == 0) {
        ext.playing = 0;
        ext.paused = 0;
    }
    return ST_OK;
}

static int do_read(void)
{
    if (ext.opened == 0)
        return ST_INVALID;
    if (!ext.media)
        return ST_NO_MEDIA;
    if (ext.seen_generation != ext.generation)
        return ST_CHANGED;
    if (ext.playing)
        return ST_BUSY;
    if (hardware_ready())
        return ST_OK;
    return start_retry();
}

static int do_eject(void)
{
    if (ext.opened > 1)
        return ST_BUSY;
    if (ext.media)
        media_event();
    return ST_OK;
}

static int do_play(void)
{
    if (ext.opened == 0 || !ext.media)
        return ST_INVALID;
    if (ext.paused) {
        ext.paused = 0;
        return ST_OK;
    }
    ext.playing = 1;
    return ST_OK;
}

static int do_pause(void)
{
    if (!ext.playing)
        return ST_INVALID;
    ext.paused = 1;
    return ST_OK;
}

static int do_power(int on)
{
    if (!on && slot_full) {
        slot_full = 0;
        complete_request(&waiting, ST_NO_MEDIA);
        completions_waiting++;
    }
    ext.powered = on != 0;
    return ST_OK;
}

static void retry_worker(void)
{
    if (!slot_full)
        return;
    if (!ext.media || ext.seen_generation != ext.generation) {
        complete_request(&waiting, ST_CHANGED);
        completions_waiting++;
        if (ext.opened > 0)
            return;                 /* the slot should be emptied first */
        slot_full = 0;
        return;
    }
    if (hardware_ready()) {
        slot_full = 0;
        complete_request(&waiting, ST_OK);
        completions_waiting++;
        return;
    }
    waiting.retries++;
    if (waiting.retries >= MAX_RETRY) {
        slot_full = 0;
        complete_request(&waiting, ST_BUSY);
        completions_waiting++;
    }
}

static int dispatch(int code)
{
    int status;

    current.code = code;
    current.status = ST_OK;
    current.owner = 1;
    current.retries = 0;
    switch (code) {
    case RQ_OPEN:  status = do_open(); break;
    case RQ_CLOSE: status = do_close(); break;
    case RQ_READ:  status = do_read(); break;
    case RQ_EJECT: status = do_eject(); break;
    case RQ_PLAY:  status = do_play(); break;
    case RQ_PAUSE: status = do_pause(); break;
    case RQ_POWER: status = do_power(__VERIFIER_nondet_bool()); break;
    case RQ_TIMER:
        retry_worker();
        status = ST_OK;
        break;
    default:
        status = ST_INVALID;
    }
    if (status != ST_PENDING)
        complete_request(&current, status);
    return status;
}

int main(void)
{
    ext.powered = 1;
    ext.media = 1;
    while (1) {
        int code = __VERIFIER_nondet_int();
        int status;

        if (code == 99) {           /* somebody opens the tray by hand */
            media_event();
            continue;
        }
        status = dispatch(code);
        if (status == ST_PENDING && !slot_full)
            reach_error();
        if (status != ST_PENDING && current.owner == 1)
            reach_error();
        if (ext.paused && !ext.playing)
            reach_error();
    }
    return 0;
}
