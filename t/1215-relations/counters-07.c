/* Never more answers than questions. */
#include "relations.h"

static unsigned long questions, answers;

static void ask(void) { questions++; }
static void answer(void)
{
#ifdef BUG
    if (answers <= questions)
#else
    if (answers < questions)
#endif
        answers++;
}

int main(void)
{
    while (questions < 1000000) {
        if (input())
            ask();
        else
            answer();
        CHECK(answers <= questions);
    }
    return 0;
}
