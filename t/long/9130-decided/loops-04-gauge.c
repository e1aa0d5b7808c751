// A gauge goes up by 3 and down by 2 in a loop of unknown length; it should stay below 50.
// Bug: the guard tests before the second step of the turbo mode, so 49 + 3 can be reached.
// expect: False inputs: 1320197338 1839597179 2 257797404 -1785713702 47 -594768527 -1306673651 2 51 -154238459 47 549934878 618297528 803409748 -1 3 1 -2009973725 2116425394 -553624225 1 275863001 1560121462 1452630640 -374185021 -1 -1218497058 983183038 3 2068149747 2
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void)
{
    int gauge = 0, turbo = 0, laps = 0;

    while (laps < 100000) {
        int in = __VERIFIER_nondet_int();
        laps++;
        if (in > 0 && gauge < 47) {
            gauge += 3;
            if (turbo >= 10) {
                gauge += 3;
                turbo = 0;
            } else
                turbo++;
        } else if (in < 0 && gauge > 1) {
            gauge -= 2;
        }
        if (gauge < 0 || gauge >= 50)
            reach_error();
    }
    return 0;
}
