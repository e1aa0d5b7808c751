// An ioctl dispatcher with a cancel routine: a request parked in the slot must be reported as pending.
// Bug: when the slot is replaced by a newer request, the return value stays that of the completed old one.
// expect: False inputs: 7 1 7 1
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }

#define PENDING 1
#define OK      0
#define BAD     2

struct request {
    int marked;
    int finished;
    int result;
};

static struct request slot;
static int slot_used;

static void finish(struct request *r, int result)
{
    if (r->finished)
        reach_error();
    r->finished = 1;
    r->result = result;
}

static int park(struct request *r)
{
    int rc = PENDING;
    if (slot_used) {
        finish(&slot, BAD);
        rc = slot.result;
    }
    r->marked = 1;
    slot = *r;
    slot_used = 1;
    return rc;
}

static int ioctl_wait(struct request *r)
{
    if (__VERIFIER_nondet_bool())
        return park(r);
    finish(r, OK);
    return OK;
}

static int dispatch(struct request *r, int code)
{
    int rc;
    r->marked = r->finished = r->result = 0;
    switch (code) {
    case 7:
        rc = ioctl_wait(r);
        break;
    case 8:
        if (slot_used) {
            finish(&slot, OK);
            slot_used = 0;
        }
        finish(r, OK);
        rc = OK;
        break;
    default:
        finish(r, BAD);
        rc = BAD;
    }
    return rc;
}

int main(void)
{
    struct request req;
    while (1) {
        int rc = dispatch(&req, __VERIFIER_nondet_int());
        if (rc == PENDING && !req.marked)
            reach_error();
        if (rc != PENDING && req.marked) {
            ERROR: reach_error();
        }
        if (rc != PENDING && !req.finished)
            reach_error();
    }
}
