#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# t/1121-entry-runs.t with 40 random functions, others each time.
SEED=${SEED:-$(date +%s)} COUNT=${COUNT:-40} SECONDS=${SECONDS:-4}
export SEED COUNT SECONDS
echo "# seed $SEED"
exec perl "$(dirname "$0")/../1121-entry-runs.t"
