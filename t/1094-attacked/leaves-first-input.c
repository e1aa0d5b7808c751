/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: termination
// The same, with an input that never lets it out.
int in1(void);
#pragma cwolf input in1 : [1, 2]
int main(void) {
  int y;
  for (;;) {
    y = in1();
    if (y & 1) break;
  }
  return 0;
}
