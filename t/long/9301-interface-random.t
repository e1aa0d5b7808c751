#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# t/1301-interface-random.t with 200 other libraries.
SEED=${SEED:-$(date +%s)} COUNT=${COUNT:-200}
export SEED COUNT
exec perl "$(dirname "$0")/../1301-interface-random.t"
