/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Floating-point sets against the machine: more than 10^6 operand pairs for each operator, format and way of rounding.
 */
#include "../0109-floats.h"

int main(void)
{
    sample_floats(200000, 20250101);
    return done();
}
