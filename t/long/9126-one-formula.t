#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# t/1126-one-formula.t with 150 programs, others each time.
SEED=${SEED:-$(date +%s)} COUNT=${COUNT:-150}
export SEED COUNT
exec perl "$(dirname "$0")/../1126-one-formula.t"
