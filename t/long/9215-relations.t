#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# t/1215-relations.t with all sixty programs.
ALL=1 LIMIT=${LIMIT:-20} exec sh "$(dirname "$0")/../1215-relations.t"
