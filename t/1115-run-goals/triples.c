extern int __VERIFIER_nondet_int(void);

static int primitive_count;

static int gcd(int a, int b) {
    while (b != 0) {
        int t = a % b;
        a = b;
        b = t;
    }
    return a;
}

static void note_primitive(int a, int b, int c) {
    if (((a ^ b) & 1) == 0) {
        primitive_count = -100;
    }
    if (c % 2 == 0) {
        primitive_count = -200;
    }
    if (a % 3 != 0 && b % 3 != 0) {
        primitive_count -= 300;
    }
    primitive_count++;
}

int main(void)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int c = __VERIFIER_nondet_int();
    int kind = 0;

    if (a < 1 || a > 300 || b < 1 || b > 300 || c < 1 || c > 430) {
        return 1;
    }
    if (a > b) {
        int t = a;
        a = b;
        b = t;
    }
    if (a * a + b * b == c * c) {
        kind = gcd(a, gcd(b, c));
        if (kind == 1) {
            note_primitive(a, b, c);
            if (b == c - 1 && a > 20) {
                kind = 1000;
            }
        } else if (kind > 40) {
            kind = 2000;
        }
    } else if (a * a + b * b == c * c + 1 && a > 1 && c > b) {
        kind = -1;
    } else if (a * a * a + b * b * b == 1729 && c == a + b) {
        kind = -2;
    }
    return kind;
}
