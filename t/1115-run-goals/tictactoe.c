extern unsigned char __VERIFIER_nondet_uchar(void);

static const unsigned lines[8] = { 0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124 };

static int wins(unsigned board)
{
    int i, n = 0;
    for (i = 0; i < 8; i++) {
        if ((board & lines[i]) == lines[i]) {
            n++;
        }
    }
    return n;
}

static int count(unsigned b)
{
    int n = 0;
    for (; b; b >>= 1) {
        n += (int)(b & 1u);
    }
    return n;
}

static void double_line(unsigned b, int *score) {
    *score += (int)(b & 1u) + 10;
}

int main(void)
{
    unsigned side[2] = { 0, 0 };
    int turn = 0, moves = 0, score = 0, illegal = 0, winner = -1;

    while (moves < 9 && winner < 0 && illegal < 3) {
        unsigned char mv = __VERIFIER_nondet_uchar();
        unsigned bit;
        if (mv > 8) {
            illegal++;
            continue;
        }
        bit = 1u << mv;
        if ((side[0] | side[1]) & bit) {
            illegal++;
            continue;
        }
        side[turn] |= bit;
        moves++;
        if (wins(side[turn])) {
            winner = turn;
        }
        turn = 1 - turn;
    }
    if (side[0] & side[1]) {
        score = 100;
    }
    if (winner == 1 && (moves & 1)) {
        score = 101;
    }
    if (wins(side[0]) && wins(side[1])) {
        score = 102;
    }
    if (winner == 0 && wins(side[0]) == 2) {
        double_line(side[0], &score);
        if (moves < 7) {
            score = 103;
        }
    }
    if (winner < 0 && moves == 9) {
        score += 1;
    } else if (winner == 1 && moves == 6 && side[1] == 0124) {
        score += 2;
    }
    if (count(side[0]) > count(side[1]) && illegal == 3) {
        score += 3;
    }
    return score;
}
