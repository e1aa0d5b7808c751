// Open and close of a char device with a use counter; the device may be freed only at zero.
// Bug: a failed open with mode 3 still counts down, so the count reaches zero while one handle is open.
// expect: False inputs: 1 1 1 3 4 0
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

static int users = 0;          /* what the driver believes */
static int handles = 0;        /* what is really open */
static int freed = 0;

static int dev_open(int mode)
{
    if (freed || users >= 100)
        return -1;
    users++;
    if (mode == 2) {
        users--;
        return -2;
    }
    if (mode == 3) {
        users--;
        goto fail;
    }
    handles++;
    return 0;
fail:
    if (users > 0)
        users--;
    return -3;
}

static void dev_close(void)
{
    if (handles == 0)
        return;
    handles--;
    if (users > 0)
        users--;
}

static void dev_io(int n)
{
    if (handles > 0 && freed)
        reach_error();
    (void)n;
}

static void dev_release(void)
{
    if (users == 0)
        freed = 1;
}

int main(void)
{
    while (1) {
        int cmd = __VERIFIER_nondet_int();
        int arg = __VERIFIER_nondet_int();
        switch (cmd) {
        case 1: dev_open(arg); break;
        case 2: dev_close(); break;
        case 3: dev_io(arg); break;
        case 4:
            dev_release();
            if (freed && handles != 0)
                reach_error();
            if (freed)
                return 0;
            break;
        }
    }
}
