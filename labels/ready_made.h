/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ready_made.h: the ready-made label maps, each one file of rows.
 */
#ifndef CWOLF_READY_MADE_H
#define CWOLF_READY_MADE_H

extern const char ev_posix[];
extern const char ev_stdio[];

#endif
