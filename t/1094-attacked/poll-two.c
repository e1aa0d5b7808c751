/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: memory-safe
// More elements are said to be there than there are.
#include <poll.h>
int main(void) { struct pollfd p[1] = {{0}}; poll(p, 2, 0); return 0; }
