#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# t/1216-newton-random.t with 1,000 programs, others each time.
SEED=${SEED:-$(date +%s)} COUNT=${COUNT:-1000}
export SEED COUNT
exec perl "$(dirname "$0")/../1216-newton-random.t"
