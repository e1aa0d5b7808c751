// Version and cipher negotiation with a fallback: both sides may ask for a lower version, never below the floor.
// Bug: the floor is tested before the fallback step of two, so version 1 can fall to -1 by way of "skip a version".
// expect: False inputs: 3 1 0 0 3
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }

static int version, floor_version, cipher;
static int state;

static void negotiate(void)
{
    for (;;) {
        switch (state) {
        case 0x10:                              /* configure */
            version = 4;
            floor_version = __VERIFIER_nondet_int();
            if (floor_version < 0 || floor_version > 4) {
                state = 0xff;
                break;
            }
            state = 0x11;
            break;
        case 0x11:                              /* hello out */
            state = __VERIFIER_nondet_bool() ? 0x12 : 0x20;
            break;
        case 0x12:                              /* server wants less */
            if (version > floor_version)
                state = __VERIFIER_nondet_bool() ? 0x13 : 0x14;
            else
                state = 0xff;
            break;
        case 0x13: version -= 1; state = 0x15; break;
        case 0x14: version -= 2; state = 0x15; break;
        case 0x15: state = 0x11; break;
        case 0x20:                              /* cipher */
            cipher = __VERIFIER_nondet_int();
            state = (cipher >= 1 && cipher <= 9) ? 0x21 : 0x22;
            break;
        case 0x21: state = cipher <= version * 2 ? 0x30 : 0x22; break;
        case 0x22: state = __VERIFIER_nondet_bool() ? 0x20 : 0xff; break;
        case 0x30: state = 0x31; break;
        case 0x31:                              /* finished */
            if (version < floor_version)
                reach_error();
            state = 0x32;
            break;
        case 0x32: state = __VERIFIER_nondet_bool() ? 0x10 : 0x32; break;
        case 0xff: return;
        }
    }
}

int main(void)
{
    state = 0x10;
    negotiate();
    return 0;
}
