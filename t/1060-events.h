/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Events that the programs of 1060-runs and 1070-random have in common. Natively, who includes it says what an event
 * does.
 */
#ifndef EVENTS_H
#define EVENTS_H

#pragma cwolf label exit == 0 = > "exit 0"
#pragma cwolf label exit == 1 = > "exit 1"
#pragma cwolf label exit == 2 = > "exit 2"
#pragma cwolf label exit == 3 = > "exit 3"
#pragma cwolf label exit> 3 = > "exit more"

#define EITHER(condition, yes, no)                                                                                     \
    if (condition)                                                                                                     \
        _cwolf_event(yes);                                                                                             \
    else                                                                                                               \
        _cwolf_event(no);

#endif
