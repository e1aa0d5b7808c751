#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# t/1090-memory.t with 30 mutants, others each time, and more native runs of each.
SEED=${SEED:-$(date +%s)} COUNT=${COUNT:-30} SECONDS=${SECONDS:-5} FAILURES=5 INPUTS=6
export SEED COUNT SECONDS FAILURES INPUTS
echo "# seed $SEED"
exec perl "$(dirname "$0")/../1090-memory.t"
