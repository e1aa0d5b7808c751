/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The texts of `cwolf help lts`, one for each section. Paragraphs as page_text reads them.
 */
#ifndef CWOLF_DRIVER_LTS_HELP_TEXT_H
#define CWOLF_DRIVER_LTS_HELP_TEXT_H

extern const char lts_text_synopsis[], lts_text_which[], lts_text_example[], lts_text_relations[], lts_text_formats[],
    lts_text_names[], lts_text_composition[], lts_text_scripts[], lts_text_pictures[], lts_text_logs[],
    lts_text_families[], lts_text_exit[], lts_text_preorders[], lts_text_files[];

#endif
