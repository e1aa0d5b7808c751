/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The library of transition systems in use: reads two systems, reduces both, compares them, and says why they differ.
 */
#include <cwolf/lts.h>

#include <stdio.h>

/* "file:line:column: what", as far as these are known. */
static int complain(const struct lts_diag *d)
{
    if (d->at.file)
        fprintf(stderr, "%s:", d->at.file);
    if (d->at.line)
        fprintf(stderr, "%u:%u:", d->at.line, d->at.col);
    fprintf(stderr, "%s%s\n", d->at.file ? " " : "", d->text);
    return 2;
}

/* The smallest system that is weakly equivalent to the one in the file; the caller frees it. */
static enum lts_status load(const char *path, struct lts **out, struct lts_diag *d)
{
    struct lts *whole;
    enum lts_status st = lts_read(path, LTS_FMT_UNKNOWN, 0, &whole, d);
    if (st != LTS_ST_OK)
        return st;
    st = lts_reduce(whole, LTS_WEAK, NULL, out, NULL, d);
    if (st == LTS_ST_OK)
        printf("%s: %u states, reduced to %u\n", path, whole->states, (*out)->states);
    lts_free(whole);
    return st;
}

static void explain(const struct lts_comparison *c)
{
    printf("they differ: %s\n", c->explanation);
    for (size_t i = 0; i < c->steps; i++)
        printf("    the %s does %s\n", c->trace[i].side ? "second" : "first", c->trace[i].label);
    if (c->formula) {
        struct lts_buf text = {0};
        lts_formula_text(c->formula, &text);
        printf("only the first satisfies %s\n", lts_buf_str(&text));
        lts_buf_free(&text);
    }
}

int main(int argc, char **argv)
{
    struct lts_diag d;
    struct lts *a = NULL, *b = NULL;
    struct lts_comparison c;
    if (argc != 3) {
        fprintf(stderr, "usage: why FIRST.aut SECOND.aut\n");
        return 2;
    }
    if (load(argv[1], &a, &d) != LTS_ST_OK)
        return complain(&d);
    if (load(argv[2], &b, &d) != LTS_ST_OK) {
        lts_free(a);
        return complain(&d);
    }
    int status;
    if (lts_compare(a, b, LTS_WEAK, false, NULL, &c, &d) != LTS_ST_OK) {
        status = complain(&d);
    } else {
        status = c.verdict == LTS_VERDICT_TRUE ? 0 : 1;
        if (status)
            explain(&c);
        else
            printf("they are weakly equivalent\n");
        lts_comparison_free(&c);
    }
    lts_free(a);
    lts_free(b);
    return status;
}
