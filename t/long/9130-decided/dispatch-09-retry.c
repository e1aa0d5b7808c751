// A network driver sends frames with a retry counter; the status returned must match the frame's fate.
// True: the loop leaves with sent = 1 exactly on a good status, and with tries = limit otherwise.
// expect: True
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }

#define TX_OK    0
#define TX_BUSY  1
#define TX_FAIL  2

static int sent;
static unsigned tries;

static int hw_send(void)
{
    int r = __VERIFIER_nondet_int();
    if (r == 0) {
        sent = 1;
        return TX_OK;
    }
    return r > 0 ? TX_BUSY : TX_FAIL;
}

static int send_frame(unsigned limit)
{
    int status = TX_BUSY;

    sent = 0;
    tries = 0;
    while (tries < limit && status == TX_BUSY) {
        status = hw_send();
        tries++;
    }
    return status;
}

static int dispatch_send(unsigned limit)
{
    int status = send_frame(limit);

    switch (status) {
    case TX_OK:
        if (!sent) reach_error();
        return 0;
    case TX_BUSY:
        if (sent || tries != limit) reach_error();
        return 11;
    case TX_FAIL:
        if (sent || tries == 0) reach_error();
        return 5;
    default:
        reach_error();
        return -1;
    }
}

int main(void)
{
    unsigned limit = __VERIFIER_nondet_uint();
    int errors = 0;

    while (errors < 100) {
        int rc = dispatch_send(limit);
        if (rc == 0 && tries > limit)
            reach_error();
        if (rc == 5)
            errors++;
        if (rc == 11 && limit == 0)
            return 0;
    }
    return 0;
}
