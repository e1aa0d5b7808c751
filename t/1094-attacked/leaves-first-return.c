/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: termination
// The same with return.
#include <stdlib.h>
int main(int argc, char **argv) {
  for (;;) {
    if (argc > 3) return 1;
    argc ^= 1;
  }
}
