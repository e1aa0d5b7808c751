#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# t/1080-worlds.t with 1,000 programs, others each time.
COUNT=${COUNT:-1000}
export COUNT
exec perl "$(dirname "$0")/../1080-worlds.t"
