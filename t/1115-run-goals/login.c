#include <stdio.h>
#include <string.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

enum phase { USER, PASS, SHELL, LOCKED };

struct user {
    const char *name;
    unsigned secret;
    int admin;
};

static const struct user users[3] = { { "root", 0xC0FFEEu, 1 }, { "eve", 31u, 0 }, { "guest", 0u, 0 } };

static int read_word(char *w)
{
    int c, n = 0;
    while ((c = getchar()) != EOF && c != '\n') {
        if (n == 7) {
            return -1;
        }
        w[n++] = (char)c;
    }
    w[n] = '\0';
    return n;
}

static int grant_root(void) {
    return 1;
}

static void guest_is_admin(void) {
}

int main(void)
{
    char w[8];
    enum phase ph = USER;
    const struct user *u = NULL;
    int i, round, fails = 0, res = 0, logins = 0;
    unsigned nonce = 0, reply;

    for (round = 0; round < 8 && ph != LOCKED; round++) {
        if (ph == USER) {
            int n = read_word(w);
            if (n <= 0) {
                break;
            }
            u = NULL;
            for (i = 0; i < 3; i++) {
                if (strcmp(users[i].name, w) == 0) {
                    u = &users[i];
                }
            }
            if (u) {
                ph = PASS;
            } else {
                fails++;
            }
        } else if (ph == PASS) {
            nonce = __VERIFIER_nondet_uint();
            reply = __VERIFIER_nondet_uint();
            if (reply == nonce + u->secret - 14u || (reply ^ nonce) == 0x5A5A5A5Au) {
                ph = SHELL;
                logins++;
                if (u->admin) {
                    res = reply > nonce ? 0 : grant_root();
                }
            } else {
                fails++;
                ph = USER;
            }
        } else {
            if (u == &users[2] && u->admin) {
                guest_is_admin();
            }
            if (__VERIFIER_nondet_bool()) {
                ph = USER;
            } else {
                break;
            }
        }
        if (fails == 3) {
            ph = LOCKED;
        }
        if (fails > 3) {
            res = 50;
        }
        if (ph == SHELL && u == NULL) {
            res = 51;
        }
    }
    if (ph == LOCKED && logins == 1) {
        res = 2;
    }
    if (logins == 3 && ph == SHELL && u == &users[0]) {
        res = 3;
    }
    if (round == 8 && fails == 2 && logins == 2) {
        res = 4;
    }
    return res;
}
