// A water bill: the first 500 litres of a year are free, each further one is charged and also shown on a second dial.
// Bug: the charge begins after 500 litres but the dial only after 501, so the two part at the first charged litre.
// expect: False inputs: 1000
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

#define FREE_LITRES 500

int main(void)
{
    int use = __VERIFIER_nondet_int();
    int litre, charged = 0, dial = 0;

    if (use < 0 || use > 5000)
        return 0;
    for (litre = 1; litre <= use; litre++) {
        if (litre > FREE_LITRES)
            charged++;
        if (litre - 1 > FREE_LITRES)
            dial++;
    }
    if (charged != dial) {
        ERROR: reach_error();
    }
    return 0;
}
