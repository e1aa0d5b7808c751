/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Eleven dining philosophers, the left fork first; the environment picks who moves. 7,881,195 states at the head of the loop.
 */
enum { N = 11 };
enum { THINKING, HUNGRY, HAS_LEFT, EATING, LEFT_IS_DOWN };

extern unsigned pick(void);
#pragma cwolf input pick : [0, 10]

static struct {
    unsigned char now;
    unsigned char taken; /* the fork to the left of the philosopher */
} seat[N];
#pragma cwolf abstract seat : exact

int main(void)
{
    for (;;) {
        unsigned i = pick();
#pragma cwolf abstract i : exact
        unsigned right = i + 1 < N ? i + 1 : 0;
#pragma cwolf abstract right : exact
        switch (seat[i].now) {
        case THINKING:
            seat[i].now = HUNGRY;
            break;
        case HUNGRY:
            if (!seat[i].taken) {
                seat[i].taken = 1;
                seat[i].now = HAS_LEFT;
            }
            break;
        case HAS_LEFT:
            if (!seat[right].taken) {
                seat[right].taken = 1;
                seat[i].now = EATING;
            }
            break;
        case EATING:
            seat[i].taken = 0;
            seat[i].now = LEFT_IS_DOWN;
            break;
        case LEFT_IS_DOWN:
            seat[right].taken = 0;
            seat[i].now = THINKING;
            break;
        }
        i = right = 0;
    }
}
