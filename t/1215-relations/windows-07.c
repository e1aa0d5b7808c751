/* Retries are counted by attempt and by message. */
#include "relations.h"

static unsigned attempts, messages, retries;

static void send(void)
{
    unsigned left = 3;
    attempts++;
    messages++;
    while (left > 0 && input()) {
        left--;
        retries++;
#ifdef BUG
        if (left > 0)
#endif
            attempts++;
    }
}

int main(void)
{
    while (input())
        send();
    CHECK(attempts == messages + retries);
    return 0;
}
