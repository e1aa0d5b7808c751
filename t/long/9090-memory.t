#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# t/1090-memory.t with 30 mutants, others each time.
SEED=${SEED:-$(date +%s)} COUNT=${COUNT:-30} SECONDS=${SECONDS:-5}
export SEED COUNT SECONDS
echo "# seed $SEED"
exec perl "$(dirname "$0")/../1090-memory.t"
