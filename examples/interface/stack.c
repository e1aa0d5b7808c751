/* A stack of integers: push when it is full and pop when it is empty are errors (Roy 2010, example 1). */
#include <stdlib.h>

#define MAX 3
static int el[MAX];
static int top;

void push(int value)
{
    if (top == MAX)
        exit(1);
    el[top++] = value;
}

int pop(void)
{
    if (top == 0)
        exit(1);
    return el[--top];
}
