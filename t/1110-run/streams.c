/* Streams and directories that are opened and closed again, and, by the number of arguments, used after that. */
#include <stdio.h>
#include <dirent.h>
int main(int c, char **v)
{
    for (int i = 0; i < 5; i++) {
        FILE *f = fopen("/dev/null", "w");
        if (!f) return 1;
        fprintf(f, "x");
        f = freopen("/dev/null", "r", f);
        fclose(f);
        DIR *d = opendir("/tmp");
        if (d) { readdir(d); closedir(d); }
    }
    FILE *f = fopen("/dev/null", "w");
    fclose(f);
    if (c == 2) fclose(f);
    if (c == 3) fprintf(f, "x");
    DIR *d = opendir("/tmp");
    closedir(d);
    if (c == 4) readdir(d);
    FILE *g;
    if (c == 5) fputc(3, g);
    return 0;
}
