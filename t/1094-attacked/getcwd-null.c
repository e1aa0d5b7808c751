/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: no-leak
// Without a buffer getcwd allocates one.
#include <unistd.h>
int main(void) { getcwd(NULL, 0); return 0; }
