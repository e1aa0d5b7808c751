#include <stdio.h>

static int copy(const char *from, const char *to)
{
    FILE *in = fopen(from, "r"), *out;
    int c;
    if (!in)
        return 1;
    out = fopen(to, "w");
    if (!out) {
        fclose(in);
        return 1;
    }
    while ((c = getc(in)) != EOF)
        if (putc(c, out) == EOF) {
            perror(to);
            break;
        }
    fclose(in);
    return fclose(out) != 0;
}

int main(int argc, char **argv)
{
    return argc == 3 ? copy(argv[1], argv[2]) : 2;
}
