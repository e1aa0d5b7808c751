#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# t/1401-rules-random.t with 1,000 programs, other ones each time.
CWOLF_SEED=${CWOLF_SEED:-$(date +%s)} CWOLF_PROGRAMS=${CWOLF_PROGRAMS:-1000}
export CWOLF_SEED CWOLF_PROGRAMS
exec perl "$(dirname "$0")/../1401-rules-random.t"
