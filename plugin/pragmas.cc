/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/plugin.h"
void pragmas_register(void) {}
void options_parse(int, struct plugin_argument *) {}
