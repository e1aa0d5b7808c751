extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);

enum { HALT, PUSH, ADD, SUB, MUL, DUP, SWAP, JNZ, OUT, NOPS };

static int stack[8], sp;
static int out_sum, out_count;

static int fault(int why) {
    return -why;
}

static int clampi(long v)
{
    if (v > 1000000) {
        return 1000000;
    }
    if (v < -1000000) {
        return -1000000;
    }
    return (int)v;
}

int main(void)
{
    unsigned char code[12];
    int arg[12];
    int n, pc = 0, fuel = 40, result = 0;

    for (n = 0; n < 12; n++) {
        code[n] = __VERIFIER_nondet_uchar();
        arg[n] = 0;
        if (code[n] >= NOPS) {
            return fault(1);
        }
        if (code[n] == PUSH || code[n] == JNZ) {
            arg[n] = __VERIFIER_nondet_int();
        }
        if (code[n] == HALT) {
            break;
        }
    }
    if (n == 12) {
        return fault(2);
    }
    while (fuel-- > 0) {
        int op = code[pc];
        if (op == HALT) {
            break;
        }
        if (op == PUSH || op == DUP) {
            if (sp >= 8 || (op == DUP && sp == 0)) {
                return fault(3);
            }
            stack[sp] = op == PUSH ? clampi(arg[pc]) : stack[sp - 1];
            sp++;
        } else if (op == OUT || op == JNZ) {
            if (sp < 1) {
                return fault(4);
            }
            sp--;
            if (op == OUT) {
                out_sum = clampi((long)out_sum + stack[sp]);
                out_count++;
            } else if (stack[sp] != 0) {
                if (arg[pc] < 0 || arg[pc] > n) {
                    return fault(5);
                }
                pc = arg[pc];
                continue;
            }
        } else {
            if (sp < 2) {
                return fault(6);
            }
            long a = stack[sp - 2], b = stack[sp - 1];
            if (op == SWAP) {
                stack[sp - 2] = (int)b;
                stack[sp - 1] = (int)a;
            } else {
                long r = op == ADD ? a + b : op == SUB ? a - b : a * b;
                sp--;
                stack[sp - 1] = clampi(r);
            }
        }
        pc++;
        if (pc > n) {
            result = 900;
        }
        if (sp < 0 || sp > 8) {
            result = 901;
        }
    }
    if (fuel < 0) {
        result = 10;
    }
    if (out_count == 3 && out_sum == 4242) {
        result = 20;
    }
    if (out_count >= 5 && n < 5) {
        result = 30;
    }
    if (out_count > 39 && fuel >= 0) {
        result = 902;
    }
    return result;
}
