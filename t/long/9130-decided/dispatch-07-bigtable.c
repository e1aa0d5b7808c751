// A serial-port driver: dispatch over a table of codes with open count, timers and flow control flags.
// True: transmit is enabled only under (open, not held), and each function that changes either calls update.
// expect: True
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }

#define F_OPEN   0x01u
#define F_HELD   0x02u
#define F_TX     0x04u
#define F_TIMER  0x08u
#define F_ERROR  0x10u
#define F_BREAK  0x20u

typedef int (*handler)(int arg);

static unsigned flags;
static unsigned long out_count;

static void update(void)
{
    if ((flags & F_OPEN) && !(flags & (F_HELD | F_BREAK)))
        flags |= F_TX;
    else
        flags &= ~F_TX;
    if (!(flags & F_OPEN))
        flags &= ~F_TIMER;
}

static int h_open(int arg)
{
    if (flags & F_OPEN)
        return -1;
    flags = F_OPEN;
    if (arg > 0)
        flags |= F_HELD;
    update();
    return 0;
}

static int h_close(int arg)
{
    (void)arg;
    flags &= ~(F_OPEN | F_HELD | F_BREAK | F_ERROR);
    update();
    return 0;
}

static int h_xoff(int arg)
{
    (void)arg;
    if (!(flags & F_OPEN))
        return -1;
    flags |= F_HELD;
    update();
    return 0;
}

static int h_xon(int arg)
{
    (void)arg;
    flags &= ~F_HELD;
    update();
    return 0;
}

static int h_break(int arg)
{
    if (!(flags & F_OPEN))
        return -1;
    if (arg)
        flags |= F_BREAK;
    else
        flags &= ~F_BREAK;
    update();
    return 0;
}

static int h_write(int arg)
{
    if (!(flags & F_TX))
        return -1;
    if (!(flags & F_OPEN) || (flags & F_HELD))
        reach_error();
    if (arg == 0)
        flags |= F_ERROR;
    else
        out_count++;
    return 1;
}

static int h_timer(int arg)
{
    if (arg && (flags & F_OPEN))
        flags |= F_TIMER;
    else
        flags &= ~F_TIMER;
    return 0;
}

static int h_tick(int arg)
{
    (void)arg;
    if ((flags & F_TIMER) && !(flags & F_OPEN))
        reach_error();
    return 0;
}

static int dispatch(unsigned char code, int arg)
{
    handler h;
    switch (code) {
    case 0x00: h = h_open; break;
    case 0x02: h = h_close; break;
    case 0x04: h = h_write; break;
    case 0x13: h = h_xoff; break;
    case 0x11: h = h_xon; break;
    case 0x1b: h = h_break; break;
    case 0x20: h = h_timer; break;
    default:   h = h_tick; break;
    }
    return h(arg);
}

int main(void)
{
    while (1) {
        unsigned char code = __VERIFIER_nondet_uchar();
        int arg = __VERIFIER_nondet_int();
        int rc = dispatch(code, arg);
        if (rc < 0 && code == 0x02)
            reach_error();
        if ((flags & F_TX) && (flags & F_BREAK))
            reach_error();
        if ((flags & F_ERROR) && !(flags & F_OPEN))
            reach_error();
    }
}
