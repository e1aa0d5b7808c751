/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// error counts its calls.
#include <error.h>
#include <stdlib.h>
int main(void)
{
    if (error_message_count != 0) return 0;
    error(0, 0, "first");
    if (error_message_count != 0) abort();
    return 0;
}
