// A cursor pointer walks over a table of records, forwards and backwards, and must never leave it.
// Bug: the skip command moves two places after testing for one.
// expect: False inputs: 3 1 3 3
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

struct record { int key; int hits; };

/* one spare record at the end, so that even a wrong cursor points somewhere */
static struct record table[8];

int main(void)
{
    struct record *cur = table;
    struct record *last = table + 6;
    int i;

    for (i = 0; i < 8; i++) {
        table[i].key = i;
        table[i].hits = 0;
    }
    while (1) {
        switch (__VERIFIER_nondet_int()) {
        case 1:
            if (cur < last) cur++;
            break;
        case 2:
            if (cur > table) cur--;
            break;
        case 3:
            if (cur < last) cur += 2;
            break;
        case 4:
            cur = table;
            break;
        default:
            if (cur->hits < 100) cur->hits++;
        }
        if (cur > last) {
            reach_error();
        }
    }
    return 0;
}
