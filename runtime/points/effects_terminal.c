/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * <term.h>, as far as it is that of termcap: what a terminal can do. The buffer of tgetent is not used. Sources: X/Open
 * Curses, issue 7; the manual pages of ncurses.
 */
#include "runtime/points/effect_rows.h"

static const struct effect_row rows[] = {
    {"tgetent", "w?r$", "-1..1", 0, "PC UP BC ospeed"},
    {"tgetflag", "r$", "-1..", 0, NULL},
    {"tgetnum", "r$", "-1..", 0, NULL},
    {"tgetstr", "r$q?", "^1+", 0, "PC UP BC ospeed"},
    {"tgoto", "r?$--", "lib", 0, NULL},
    {"tputs", "r?$-f", "-1..0", CALLS_NOW, NULL},
};
const struct effect_table pt_effect_table_terminal = EFFECT_TABLE("terminal", rows);
