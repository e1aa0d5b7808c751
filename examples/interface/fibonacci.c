/* Fibonacci numbers with a stack of their own in place of recursion: fib(n) wants room for every call that waits
 * (Roy 2010, appendix). */
#include <stdlib.h>

#define ROOM 5
static int stack[ROOM];
static int top;

static void push(int value)
{
    if (top == ROOM)
        exit(1);
    stack[top++] = value;
}

static int pop(void)
{
    if (top == 0)
        exit(1);
    return stack[--top];
}

int fib(int n)
{
    int sum = 0;
    if (n < 1 || n > 20)
        exit(1);
    push(n);
    while (top) {
        int k = pop();
        if (k <= 2) {
            sum++;
        } else {
            push(k - 1);
            push(k - 2);
        }
    }
    return sum;
}
