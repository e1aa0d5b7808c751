#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# t/1118-induction.t with 50 programs, others each time.
SEED=${SEED:-$(date +%s)} COUNT=${COUNT:-50}
export SEED COUNT
exec perl "$(dirname "$0")/../1118-induction.t"
