#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# t/1107-formulas-random.t with other seeds: 5,000 programs, 20,000 formulas.
SEED=${SEED:-20000} COUNT=${COUNT:-5000}
export SEED COUNT
exec perl "$(dirname "$0")/../1107-formulas-random.t"
