#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# t/1303-interface-client.t with three clients of each of 300 other libraries.
SEED=${SEED:-$(date +%s)} COUNT=${COUNT:-300}
export SEED COUNT
exec perl "$(dirname "$0")/../1303-interface-client.t"
