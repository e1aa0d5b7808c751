/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * rules_stdio.c: the ready-made rules `stdio`. Sources: ISO C11, 7.21.3 (a closed stream's pointer is indeterminate)
 * and 7.21.5.3 (no input directly after output); POSIX.1-2017, popen.
 */
#include "labels/rules.h"

const char rules_stdio[] =
    "event open(s) : s = fopen(_, _) | s = fdopen(_, _) | s = tmpfile() | s = popen(_, _) | s = fmemopen(_, _, _)\n"
    "  | s = open_memstream(_, _);\n"
    "event close(s) : fclose(s) | pclose(s);\n"
    "event gone(s) : close(s) | q = freopen(_, _, s) when (q == 0);\n"
    "event put(s) : fprintf(s) | vfprintf(s) | fputs(_, s) | fputs_unlocked(_, s) | fputc(_, s) | putc(_, s)\n"
    "  | fputc_unlocked(_, s) | putc_unlocked(_, s) | fwrite(_, _, _, s) | fwrite_unlocked(_, _, _, s) | putw(_, s)\n"
    "  | fputwc(_, s) | fputwc_unlocked(_, s) | putwc(_, s) | putwc_unlocked(_, s) | fputws(_, s) | fputws_unlocked(_, "
    "s)\n"
    "  | fwprintf(s) | vfwprintf(s);\n"
    "event get(s) : fgets(_, _, s) | fgets_unlocked(_, _, s) | fgetc(s) | getc(s) | fgetc_unlocked(s)\n"
    "  | getc_unlocked(s) | fread(_, _, _, s) | fread_unlocked(_, _, _, s) | fscanf(s) | vfscanf(s) | getw(s)\n"
    "  | getline(_, _, s) | getdelim(_, _, _, s) | fgetwc(s) | fgetwc_unlocked(s) | getwc(s) | getwc_unlocked(s)\n"
    "  | fgetws(_, _, s) | fgetws_unlocked(_, _, s) | fwscanf(s) | vfwscanf(s);\n"
    "event place(s) : fseek(s) | fseeko(s) | fsetpos(s) | rewind(s);\n"
    "event other(s) : ungetc(_, s) | ungetwc(_, s) | ftell(s) | ftello(s) | fgetpos(s) | feof(s) | feof_unlocked(s)\n"
    "  | ferror(s) | ferror_unlocked(s) | clearerr(s) | clearerr_unlocked(s) | fileno(s) | fileno_unlocked(s)\n"
    "  | setvbuf(s) | setbuf(s) | setbuffer(s) | setlinebuf(s) | flockfile(s) | ftrylockfile(s) | funlockfile(s)\n"
    "  | fwide(s) | __fpurge(s) | fpurge(s) | freopen(_, _, s)\n"
    "  | getmntent(s) | fgetpwent(s) | fgetgrent(s) | putpwent(_, s) | putgrent(_, s) | __fbufsize(s);\n"
    "event follow(s) : put(s) | get(s) | place(s) | other(s) | close(s);\n"
    "event use(s) : put(s) | get(s) | place(s) | other(s) | fflush(s) | fflush_unlocked(s);\n"
    "handle open(s);\n"
    "doubt \"fcloseall closes every stream\" if fcloseall();\n"
    "\n"
    "use_after_close \"a stream is used after it was closed\" : after gone(s) until open(s) never use(s);\n"
    "double_close \"a stream is closed twice\" : after gone(s) until open(s) never close(s);\n"
    "null \"a stream is used that could not be opened\" : never follow(s) when (s == 0);\n"
    "read_after_write \"a stream is read after it was written, without fflush or fseek between\" :\n"
    "  after put(s) until (place(s) | fflush(s) | fflush_unlocked(s) | fflush(0) | freopen(_, _, s) | close(s)) never "
    "get(s);\n"
    "open \"fcloseall closes every stream\" if fcloseall();\n"
    "leak \"a stream is lost that was not closed\" : close(s) releases open(s);\n";
