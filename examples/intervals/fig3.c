/* Chechik and Ding 2002, figure 3: the intervals of b and xy at the head of the loop are their table 1. */
#include <stdio.h>
int b;
int xy;
int main()
{
    int a;
    int c;
    b = 13;
    c = 2;
    xy = -20;
    while (1) {
        xy = xy + 4;
        if (xy == 0)
            b = 5;
        else
            b = b * c;
        if ((a != 0) && (a >= -3))
            if ((a != 2) && (a != 4) && (a != 7))
                if (a != -2)
                    c = 2;
        printf("xy is %d", xy);
        printf("b is %d", b);
    }
}
