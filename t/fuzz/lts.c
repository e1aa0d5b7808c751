/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All readers of transition systems under libFuzzer. To build it, and to run it for ten minutes:
 *
 *     clang -std=c11 -D_GNU_SOURCE -g -O1 -I. $(pkg-config --cflags libxml-2.0) -fsanitize=fuzzer,address,undefined \
 *         -o fuzz-lts t/fuzz/lts.c runtime/lts/[a-z]*.c runtime/base/[a-z]*.c $(pkg-config --libs libxml-2.0) -lzstd -lz -lpthread -lm
 *     mkdir found && ./fuzz-lts -max_total_time=600 -max_len=4096 found t/fuzz/corpus
 */
#include "lts.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_and_check(data, size);
    return 0;
}
