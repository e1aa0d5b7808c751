/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tokens of one pragma as a source for the parser of annotations (tokens.cc).
 */
#ifndef CWOLF_PLUGIN_TOKENS_H
#define CWOLF_PLUGIN_TOKENS_H

#include "plugin/plugin.h"

#include "c-family/c-pragma.h"

extern cpp_reader *parse_in __attribute__((weak)); /* the compilers of other languages have none */

extern "C" {
#include "runtime/notes/notes.h"
}
#undef vec_free
#undef vec_push
#undef vec_reserve

struct macro_frame {
    cpp_hashnode *node;
    auto_vec<cpp_token> body;
    unsigned at;
};
struct pragma_tokens {
    struct arena *a;
    auto_vec<cpp_token> line;
    unsigned at = 0;
    auto_vec<macro_frame *> frames;
    auto_vec<location_t> places;              /* of the tokens handed out: where a message goes */
    const struct pragma_tokens *outer = NULL; /* an argument's: the macros being expanded around it */
    struct note_source *inner = NULL;
    location_t end = 0;
    ~pragma_tokens();
};

void tokens_take(struct pragma_tokens *p); /* the rest of the pragma's line */
struct note_source tokens_source(struct pragma_tokens *p);
void tokens_again(struct pragma_tokens *p); /* from the start */
struct place tokens_place(location_t loc);
location_t tokens_location(const struct pragma_tokens *p, struct place at); /* the token at, or around, a place */

#endif
