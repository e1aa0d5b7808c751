/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One state for each value of a counter: LIMIT states in a row.
 */
static unsigned n;
#pragma cwolf abstract n : exact

int main(void)
{
    while (n < LIMIT)
        n++;
    return 0;
}
