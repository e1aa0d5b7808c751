/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: termination
// The way out of the loop is the first one of its test.
int main(void) {
  unsigned i = 0;
  for (;;) {
    if (i == 7) break;
    i += 2;
  }
  return 0;
}
