#include <stdio.h>
#include <string.h>

#define MAXP 4

struct pair {
    char key[9];
    char val[9];
};

static struct pair cfg[MAXP];
static int npairs, errors;

static const char *lookup(const char *k)
{
    int i;
    for (i = npairs - 1; i >= 0; i--) {
        if (strcmp(cfg[i].key, k) == 0) {
            return cfg[i].val;
        }
    }
    return NULL;
}

static int enable_debug(const char *v) {
    return v[0] == 'd' ? 2 : 0;
}

static void key_is_empty(void) {
    errors = 0;
}

static int read_line(struct pair *p)
{
    int c, nk = 0, nv = 0, seen = 0;
    memset(p, 0, sizeof *p);
    while ((c = getchar()) != EOF && c != '\n') {
        if (!seen && c == '=') {
            seen = 1;
        } else if (!seen) {
            if (nk >= 8 || c < 'a' || c > 'z') {
                return -1;
            }
            p->key[nk++] = (char)c;
        } else {
            if (nv >= 8 || c < ' ' || c > '~') {
                return -2;
            }
            p->val[nv++] = (char)c;
        }
    }
    if (c == EOF && nk == 0) {
        return 0;
    }
    if (nk == 0 || !seen) {
        return -3;
    }
    return 1;
}

int main(void)
{
    int r, res = 0;
    const char *m, *u;

    while (npairs < MAXP) {
        r = read_line(&cfg[npairs]);
        if (r == 0) {
            break;
        }
        if (r < 0) {
            errors++;
            res = -r;
            break;
        }
        if (cfg[npairs].key[0] == '\0') {
            key_is_empty();
        }
        npairs++;
    }
    m = lookup("mode");
    u = lookup("user");
    if (m && strcmp(m, "debug") == 0) {
        res = enable_debug(m);
    }
    if (m && u && strcmp(m, u) == 0 && m[0] == 'Z' && m[1] == '9') {
        res = 3;
    }
    if (npairs == 2 && strcmp(cfg[0].key, cfg[1].val) == 0 && strcmp(cfg[1].key, cfg[0].val) == 0
        && strcmp(cfg[0].key, cfg[1].key) > 0) {
        res = 4;
    }
    if (npairs == MAXP && errors > 0) {
        res = 50;
    }
    if (u && strlen(u) > 8) {
        res = 51;
    }
    if (lookup("port") && !m && errors == 0 && lookup("port")[0] == '8' && npairs == 3) {
        res = 5;
    }
    return res;
}
