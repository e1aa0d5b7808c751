#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# t/1104-termination.t with 30 programs, others each time, and more time for each.
SEED=${SEED:-$(date +%s)} COUNT=${COUNT:-30} SECONDS=${SECONDS:-10}
export SEED COUNT SECONDS
echo "# seed $SEED"
exec perl "$(dirname "$0")/../1104-termination.t"
