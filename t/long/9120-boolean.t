#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# t/1200-boolean.t with 5,000 other programs each time.
SEED=${SEED:-$(date +%s)000} COUNT=${COUNT:-5000}
export SEED COUNT
exec perl "$(dirname "$0")/../1200-boolean.t"
