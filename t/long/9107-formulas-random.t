#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# t/1107-formulas-random.t with 5,000 formulas, others each time.
SEED=${SEED:-$(date +%s)000} COUNT=${COUNT:-625}
export SEED COUNT
exec perl "$(dirname "$0")/../1107-formulas-random.t"
