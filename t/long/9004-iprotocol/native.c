/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The harness's surroundings when it runs: the reply is number REPLY, and what happens is printed as the model's labels
 * are.
 */
#include <stdio.h>
#include <stdlib.h>

int any_packet(void)
{
    static const char *const kinds[] = {"DATA", "", "ACK", "NAK"};
    int n = atoi(getenv("REPLY"));
    printf("'Y%s(%d, %d)\n", kinds[n / 16], n / 4 % 4, n % 4);
    return n;
}
void sent_data(int place, int acknowledged)
{
    printf("XDATA(%d, %d)\n", place, acknowledged);
}
void sent_ack(int acknowledged)
{
    printf("XACK(%d)\n", acknowledged);
}
void sent_nak(int place, int acknowledged)
{
    printf("XNAK(%d, %d)\n", place, acknowledged);
}
void delivered(int size)
{
    printf("deliver(%d)\n", size);
}
