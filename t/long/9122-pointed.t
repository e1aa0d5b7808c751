#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# t/1122-pointed.t with other seeds: 60 programs.
SEED=${SEED:-5000} COUNT=${COUNT:-60}
export SEED COUNT
exec perl "$(dirname "$0")/../1122-pointed.t"
