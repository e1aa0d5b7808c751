extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned rotl(unsigned x, unsigned k)
{
    k &= 31u;
    return k ? (x << k) | (x >> (32u - k)) : x;
}

static int tries_left = 3;
static int alarm_on;

static void raise_alarm(void) {
    alarm_on = 1;
}

static void self_destruct(void) {
    alarm_on = 2;
}

static int try_code(unsigned code, int stage)
{
    if (stage == 0) {
        return code == 0xDEADBEEFu;
    }
    if (stage == 1) {
        return rotl(code, 7) == 0x12345678u;
    }
    if (stage == 2) {
        return (code ^ (code >> 16)) == 0xCAFE1234u;
    }
    return code * 2654435761u == 0x0BADF00Du;
}

int main(void)
{
    int stage = 0, i;
    unsigned last = 0;

    for (i = 0; i < 8 && stage < 4; i++) {
        unsigned char cmd = __VERIFIER_nondet_uchar();
        if (cmd == 0) {
            break;
        }
        if (cmd > 3) {
            continue;
        }
        unsigned code = __VERIFIER_nondet_uint();
        if (try_code(code, stage)) {
            last = code;
            stage++;
        } else if (cmd == 2 && code == last && stage > 0) {
            tries_left = 3;
        } else {
            tries_left--;
            if (tries_left == 0) {
                raise_alarm();
                break;
            }
        }
        if (tries_left < 0) {
            self_destruct();
        }
        if (stage == 3 && alarm_on) {
            stage = 0;
        }
    }
    if (stage == 4) {
        stage = 99;
        if ((last & 1u) == 0) {
            stage = 98;
        }
    } else if (stage == 3 && i == 8) {
        stage = 77;
    }
    if (alarm_on && stage == 2) {
        stage = 66;
    }
    return stage & 0x7f;
}
