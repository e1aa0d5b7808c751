// A parser of small dates gives back three numbers through out-parameters and a status.
// True: the function returns 0 only after all three were stored and each was tested against its range.
// expect: True
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

static int days_in(int month, int leap)
{
    switch (month) {
    case 2: return leap ? 29 : 28;
    case 4: case 6: case 9: case 11: return 30;
    default: return 31;
    }
}

static int unpack(int packed, int *year, int *month, int *day)
{
    int leap;
    if (packed < 0)
        return -1;
    *day = packed % 100;
    packed /= 100;
    *month = packed % 100;
    packed /= 100;
    *year = packed;
    if (*month < 1 || *month > 12)
        return -2;
    leap = (*year % 4 == 0 && *year % 100 != 0) || *year % 400 == 0;
    if (*day < 1 || *day > days_in(*month, leap))
        return -3;
    return 0;
}

int main(void)
{
    while (1) {
        int y = -1, m = -1, d = -1;
        int in = __VERIFIER_nondet_int();
        int rc = unpack(in, &y, &m, &d);
        if (rc == 0) {
            if (m < 1 || m > 12 || d < 1 || d > 31)
                reach_error();
            if (m == 2 && d > 29)
                reach_error();
            if (y < 0)
                reach_error();
        } else if (rc == -1 && (y != -1 || m != -1 || d != -1)) {
            reach_error();
        }
    }
    return 0;
}
