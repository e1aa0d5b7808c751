#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# t/1070-random.t for 200 seconds, with other programs each time.
SEED=${SEED:-$(date +%s)000} COUNT=1000000 LIMIT=${LIMIT:-200}
export SEED COUNT LIMIT
exec perl "$(dirname "$0")/../1070-random.t"
