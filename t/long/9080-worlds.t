#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# t/1080-worlds.t with 600 programs, others each time.
COUNT=${COUNT:-600}
export COUNT
exec perl "$(dirname "$0")/../1080-worlds.t"
