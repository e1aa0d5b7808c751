// Nested loops over an unknown triangle count the visited cells.
// True: row i adds exactly i cells (unsigned, modulo 2 to the 32), which is the difference of consecutive triangular numbers.
// expect: True
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void)
{
    int rows = __VERIFIER_nondet_int();
    unsigned cells = 0, triangular = 0;
    int i, j;

    if (rows < 0)
        rows = 0;
    for (i = 0; i < rows; i++) {
        unsigned in_row = 0;
        for (j = 0; j < i; j++) {
            cells++;
            in_row++;
        }
        if (in_row != (unsigned)i)
            reach_error();
        triangular += (unsigned)i;
        if (cells != triangular)
            reach_error();
    }
    return 0;
}
