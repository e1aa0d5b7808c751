/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Processes of a program, one of which another program replaces; a handler that is told who sent the signal.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t handled, is_own;

static void handle(int signal, siginfo_t *info, void *context)
{
    handled += info->si_signo == signal;
    is_own += info->si_pid == getpid();
    (void)context;
}

static int status_of(pid_t child)
{
    int status;
    waitpid(child, &status, 0);
    return WEXITSTATUS(status);
}

int main(int argc, char **argv)
{
    struct sigaction action = {0};
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    kill(getpid(), SIGUSR1);
    pid_t child = fork();
    if (!child) {
        for (int i = 0; i < 3; i++)
            handled++;
        exit(handled + 2);
    }
    int first = status_of(child);
    child = fork();
    if (!child && argc > 1)
        execl("/bin/sh", "sh", "-c", "exit 9", (char *)NULL);
    (void)argv;
    if (!child)
        exit(4);
    int second = status_of(child);
    if (chdir("/"))
        return 1;
    printf("%d %d, %d %d\n", handled, is_own, first, second);
    return 0;
}
