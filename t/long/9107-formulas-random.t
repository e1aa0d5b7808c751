#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# t/1107-formulas-random.t with other seeds: 5,000 programs, 40,000 formulas.
SEED=${SEED:-20000} COUNT=${COUNT:-5000} EACH=${EACH:-8}
export SEED COUNT EACH
exec perl "$(dirname "$0")/../1107-formulas-random.t"
