/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Eleven dining philosophers, the left fork first; the environment picks who moves. 7,881,195 states at the head of the loop.
 */
enum { N = 11 };
enum { THINKING, HUNGRY, HAS_LEFT, EATING, LEFT_IS_DOWN };

extern unsigned pick(void);
#pragma cwolf input pick : [0, 10]

static unsigned char now[N];
static unsigned char taken[N]; /* fork i lies to the left of philosopher i */
#pragma cwolf abstract now : exact array
#pragma cwolf abstract taken : exact array

int main(void)
{
    for (;;) {
        unsigned i = pick();
#pragma cwolf abstract i : exact
        unsigned right = i + 1 < N ? i + 1 : 0;
#pragma cwolf abstract right : exact
        switch (now[i]) {
        case THINKING:
            now[i] = HUNGRY;
            break;
        case HUNGRY:
            if (!taken[i]) {
                taken[i] = 1;
                now[i] = HAS_LEFT;
            }
            break;
        case HAS_LEFT:
            if (!taken[right]) {
                taken[right] = 1;
                now[i] = EATING;
            }
            break;
        case EATING:
            taken[i] = 0;
            now[i] = LEFT_IS_DOWN;
            break;
        case LEFT_IS_DOWN:
            taken[right] = 0;
            now[i] = THINKING;
            break;
        }
        i = right = 0;
    }
}
