#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# t/1303-interface-client.t with three clients of each of 120 other libraries.
SEED=${SEED:-$(date +%s)} COUNT=${COUNT:-120}
export SEED COUNT
exec perl "$(dirname "$0")/../1303-interface-client.t"
