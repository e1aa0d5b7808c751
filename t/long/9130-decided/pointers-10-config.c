// Settings with defaults: a pointer chooses between the user's and the default record for each field group.
// Bug: writing a new port through the active pointer changes the shared defaults when the user record is off.
// expect: False inputs: 0 0 1 81 2 0
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

struct settings {
    int port;
    int timeout;
    struct { int width, height; } window;
};

static struct settings defaults = { 80, 30, { 640, 480 } };
static struct settings user;
static struct settings *active = &defaults;

static void use_user(int on)
{
    if (on) {
        user = *active;
        active = &user;
    } else {
        active = &defaults;
    }
}

static void set_port(struct settings *s, int port)
{
    if (port > 0 && port < 65536)
        s->port = port;
}

static void factory_reset(void)
{
    user = defaults;
    active = &user;
    if (active->port != 80 || active->window.width != 640)
        reach_error();
}

int main(void)
{
    while (1) {
        int cmd = __VERIFIER_nondet_int();
        int arg = __VERIFIER_nondet_int();
        switch (cmd) {
        case 0: use_user(arg); break;
        case 1: set_port(active, arg); break;
        case 2: factory_reset(); break;
        case 3:
            if (active == &user) set_port(active, arg);
            break;
        default: break;
        }
    }
    return 0;
}
