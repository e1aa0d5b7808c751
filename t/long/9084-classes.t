#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# t/1081-classes.t under all settings and with a budget of time: runs are tried until it is over.
SECONDS=${SECONDS:-2}
ALL=1
export SECONDS ALL
exec perl "$(dirname "$0")/../1081-classes.t"
