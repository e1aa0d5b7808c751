/* Wide strings in the room they need, and, by the number of arguments, in less, or without an end. */
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

int main(int c, char **v)
{
    wchar_t w[8], *end;
    wcscpy(w, L"ab");
    wcscat(w, L"cd");
    wcsncat(w, L"efgh", 2);
    end = wcpcpy(w + 6, L"g");
    printf("%d %d %ls\n", (int)wcslen(w), (int)(end - w), w);
    end = wcpncpy(w, L"xy", 5);
    wcsncpy(w + 5, L"0123", 3);
    printf("%d %d %d %d %d\n", (int)(end - w), (int)wcslen(w), w[4], w[5], w[7]);
    wchar_t *h = malloc(4 * sizeof *h), raw[4] = {L'a', L'b', L'c', L'd'};
    if (!h)
        return 1;
    if (c == 2)
        wcscpy(h, L"abcd");
    if (c == 3)
        return wcslen(raw) > 4;
    wcscpy(h, L"abc");
    if (c == 4)
        wcscat(h, L"d");
    if (c == 5)
        wcsncpy(h, L"a", 5);
    wcscpy(raw, L"a");
    wchar_t late[4];
    wcscpy(late, L"a");
    if (c == 6 && late[3] == L'q')
        puts("q");
    free(h);
    return 0;
}
