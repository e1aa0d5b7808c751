/* Bytes of value 0 in what the library writes, and how far it reads. */
#include <stdio.h>
#include <string.h>
#include <stdarg.h>

static void show(const char *what, const char *b, int n)
{
    printf("%s", what);
    for (int i = 0; i < n; i++)
        printf(" %02x", b[i] & 255);
    puts("");
}

static int say(char *to, size_t n, const char *format, ...)
{
    va_list a;
    va_start(a, format);
    int r = vsnprintf(to, n, format, a);
    va_end(a);
    return r;
}

int main(void)
{
    char b[8];
    memset(b, '-', 8);
    int n = snprintf(b, 8, "a%cb42", 0);
    show("snprintf", b, 8);
    memset(b, '-', 8);
    n += snprintf(b, 3, "a%cb42", 0);
    show("cut", b, 8);
    memset(b, '-', 8);
    n += sprintf(b, "%c%c%c", 1, 0, 2);
    show("sprintf", b, 8);
    memset(b, '-', 8);
    n += say(b, 4, "%c%d", 0, 12345);
    show("vsnprintf", b, 8);
    memset(b, '-', 8);
    n += snprintf(b, 0, "abc");
    show("none", b, 8);
    FILE *f = tmpfile();
    fwrite("x\0y\n\0\nlonger than\nend", 1, 20, f);
    rewind(f);
    for (;;) {
        memset(b, '-', 8);
        if (!fgets(b, 8, f))
            break;
        show("fgets", b, 8);
    }
    show("nothing", b, 8);
    fclose(f);
    char c[3] = {1, 2, 3};
    printf("%d %d %d\n", n, memchr(c, 2, 8) != 0, (int)strnlen("ab", 99));
    return 0;
}
