/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the rules of the CCS grammar share while a file is read. Private to the parser.
 */
#ifndef CWOLF_LTS_IO_CCS_PARSER_H
#define CWOLF_LTS_IO_CCS_PARSER_H

#include "runtime/lts/io/ccs.h"

struct ccs_parser {
    struct ccs_file *f;
    struct ccs_lexer x;
    uint32_t process;        /* whose body is being read */
    uint32_t depth, guarded; /* open brackets; prefixes around what is being read */
};

/* An error at the word in hand. */
enum status io_ccs_complain(struct ccs_parser *p, const char *what);
/* Takes the sign c, else "expected WHAT". */
enum status io_ccs_take_sign(struct ccs_parser *p, char c, const char *what);

bool io_ccs_at_tau(const struct ccs_parser *p);
bool io_ccs_at_action(const struct ccs_parser *p);
enum status io_ccs_parse_action(struct ccs_parser *p, ccs_action *out);
enum status io_ccs_parse_visible(struct ccs_parser *p, ccs_action *out); /* any but tau */
/* Adds the names between braces; co-names stand for their names. */
enum status io_ccs_parse_names(struct ccs_parser *p, struct ccs_names *names);
/* Aut(...) as a term. */
enum status io_ccs_parse_automaton(struct ccs_parser *p, uint32_t *out);

#endif
