#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# t/1080-worlds.t with 300 programs, others each time.
COUNT=${COUNT:-300}
export COUNT
exec perl "$(dirname "$0")/../1080-worlds.t"
