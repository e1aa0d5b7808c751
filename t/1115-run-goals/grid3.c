extern unsigned char __VERIFIER_nondet_uchar(void);

static int g[3][3];

static int row(int r)
{
    return g[r][0] + g[r][1] + g[r][2];
}

static int col(int c)
{
    return g[0][c] + g[1][c] + g[2][c];
}

static int det(void)
{
    return g[0][0] * (g[1][1] * g[2][2] - g[1][2] * g[2][1])
         - g[0][1] * (g[1][0] * g[2][2] - g[1][2] * g[2][0])
         + g[0][2] * (g[1][0] * g[2][1] - g[1][1] * g[2][0]);
}

static int magic_square(void) {
    int centre = g[1][1];
    if (row(0) != 3 * centre) {
        centre = -1;
    }
    return centre;
}

int main(void)
{
    int i, j, seen = 0, res = 0, distinct = 1, sum = 0;

    for (i = 0; i < 3; i++) {
        for (j = 0; j < 3; j++) {
            int v = __VERIFIER_nondet_uchar();
            if (v < 1 || v > 9) {
                return 1;
            }
            if (seen & (1 << v)) {
                distinct = 0;
            }
            seen |= 1 << v;
            g[i][j] = v;
            sum += v;
        }
    }
    if (distinct && sum != 45) {
        res = 50;
    }
    int s = row(0);
    if (row(1) == s && row(2) == s && col(0) == s && col(1) == s && col(2) == s) {
        if (g[0][0] + g[1][1] + g[2][2] == s && g[0][2] + g[1][1] + g[2][0] == s) {
            res = magic_square();
            if (distinct && g[1][1] != 5) {
                res = 51;
            }
            if (distinct && g[0][0] == 8 && g[0][2] == 6) {
                res = 2;
            }
            if (!distinct && s == 12 && g[0][0] == 6) {
                res = 3;
            }
        } else if (distinct) {
            res = 4;
        }
    }
    int d = det();
    if (d == 412 && distinct) {
        res = 5;
    }
    if (g[0][0] == g[1][0] && g[0][1] == g[1][1] && g[0][2] == g[1][2] && d) {
        res = 52;
    }
    if (d == -360 && row(0) == col(0) && g[2][2] == 1 && sum == 45) {
        res = 6;
    }
    return res;
}
