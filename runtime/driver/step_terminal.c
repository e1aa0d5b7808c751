/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The terminal's side of `cwolf run --step`: lines are read, replies and the source around them shown.
 *
 * Commands come from standard input: with the editing of readline where that is a terminal, as they are elsewhere.
 */
#include "runtime/driver/diagnostics/quote.h"
#include "step_terminal.h"

#include <readline/history.h>
#include <readline/readline.h>
#include <unistd.h>

static void show_lines(const struct run_reply *r)
{
    uint32_t first = r->line > r->before ? r->line - r->before : 1;
    for (uint32_t line = first; line <= r->line + r->after; line++) {
        const char *text = driver_source_line(r->file, line);
        if (text)
            fprintf(stderr, "%c%5u | %s\n", line == r->line ? '>' : ' ', line, text);
    }
}

static void show(const struct run_reply *r)
{
    struct buf out = {0};
    fputs(r->text, stderr);
    if (!r->line)
        return;
    if (r->before || r->after) {
        show_lines(r);
        return;
    }
    struct buf place = {0};
    buf_printf(&place, "%s:%u:%u", r->file, r->line, r->col);
    if (driver_quote_line(r->file, r->line, r->col, "", COLOUR_NOTE, &out) < 0)
        fprintf(stderr, "%s\n", buf_str(&place));
    else
        fprintf(stderr, "%s\n%s", buf_str(&place), buf_str(&out));
    buf_free(&place);
    buf_free(&out);
}

static bool read_command(char *command, size_t size)
{
    if (!isatty(STDIN_FILENO)) {
        if (!fgets(command, (int)size, stdin))
            return false;
        bool is_whole = strchr(command, '\n') != NULL;
        command[strcspn(command, "\n")] = 0;
        for (int c = 0; !is_whole && c != '\n' && c != EOF;) /* the rest is no command of its own */
            c = getchar();
        fprintf(stderr, "(cwolf) %s\n", command);
        return true;
    }
    rl_outstream = stderr;
    char *line = readline("(cwolf) ");
    if (!line)
        return false;
    if (*line)
        add_history(line);
    snprintf(command, size, "%s", line);
    free(line);
    return true;
}

bool driver_step_prompt(void *context, const struct run_reply *reply, char *command, size_t size)
{
    (void)context;
    show(reply);
    fflush(stderr);
    if (!read_command(command, size))
        return false;
    const char *word = command + strspn(command, " \t");
    size_t n = strcspn(word, " \t");
    return strncmp(word, "quit", n > 1 ? n : 1) || !n || n > 4;
}
