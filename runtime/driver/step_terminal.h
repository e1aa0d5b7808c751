/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * step: the terminal's side of `cwolf run --step`. Private to cmd_run.c.
 */
#ifndef CWOLF_DRIVER_STEP_TERMINAL_H
#define CWOLF_DRIVER_STEP_TERMINAL_H

#include "runtime/driver/driver.h"
#include "runtime/run/run.h"

run_prompt driver_step_prompt; /* without context */

#endif
