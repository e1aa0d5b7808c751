extern unsigned int __VERIFIER_nondet_uint(void);

static const int dx[8] = { 1, 2, 2, 1, -1, -2, -2, -1 };
static const int dy[8] = { 2, 1, -1, -2, -2, -1, 1, 2 };

static int visited[5][5];
static int steps;

static int inside(int x, int y)
{
    return x >= 0 && x < 5 && y >= 0 && y < 5;
}

static void trapped(int *res) {
    *res += 7;
}

static int exits(int x, int y)
{
    int k, n = 0;
    for (k = 0; k < 8; k++) {
        if (inside(x + dx[k], y + dy[k]) && !visited[x + dx[k]][y + dy[k]]) {
            n++;
        }
    }
    return n;
}

int main(void)
{
    int x = 0, y = 0, res = 0, corners = 0, black = 0;

    visited[0][0] = 1;
    for (steps = 0; steps < 16;) {
        if (exits(x, y) == 0) {
            trapped(&res);
            break;
        }
        unsigned d = __VERIFIER_nondet_uint() >> 29;
        int nx = x + dx[d], ny = y + dy[d];
        if (!inside(nx, ny)) {
            res = 1;
            break;
        }
        if (visited[nx][ny]) {
            res = 2;
            break;
        }
        x = nx;
        y = ny;
        steps++;
        visited[x][y] = steps + 1;
        if ((x + y + steps) % 2 != 0) {
            res = 50;
        }
        if ((x == 0 || x == 4) && (y == 0 || y == 4)) {
            corners++;
        }
        black += (x + y) % 2;
        if (black * 2 > steps + 1) {
            res = 51;
        }
        if (exits(x, y) > 7) {
            res = 52;
        }
    }
    if (corners == 3) {
        res = 3;
    }
    if (visited[2][2] == 5 && visited[4][3] == 6 && steps >= 6) {
        res = 4;
    }
    if (visited[2][2] && visited[2][2] % 2 == 0) {
        res = 53;
    }
    if (steps == 16 && corners == 2 && visited[2][2] == 17) {
        res = 5;
    }
    return res;
}
