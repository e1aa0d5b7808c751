#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# t/1410-untested.t with 400 random programs, others each time.
SEED=${SEED:-$(date +%s)} ROUNDS=${ROUNDS:-400}
export SEED ROUNDS
echo "# seed $SEED"
exec perl "$(dirname "$0")/../1410-untested.t"
