#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# t/1302-interface-suite.t with 80 other libraries and their mutants.
SEED=${SEED:-$(date +%s)} COUNT=${COUNT:-80}
export SEED COUNT
exec perl "$(dirname "$0")/../1302-interface-suite.t"
