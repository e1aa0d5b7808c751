#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# t/1116-search.t with a budget of time for all programs.
SECONDS=${SECONDS:-6}
export SECONDS
exec perl "$(dirname "$0")/../1116-search.t"
