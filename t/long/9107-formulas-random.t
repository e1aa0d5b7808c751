#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# t/1107-formulas-random.t with 1,600 formulas. Of 5,000 with SEED=900000 one is told otherwise: seed 900053, where an input is
# chosen and the next store that the formula sees is done in one step of the model, so that no state stands between.
SEED=${SEED:-20000} COUNT=${COUNT:-200}
export SEED COUNT
exec perl "$(dirname "$0")/../1107-formulas-random.t"
