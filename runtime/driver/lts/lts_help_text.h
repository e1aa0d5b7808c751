/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The texts of `cwolf help lts`, one for each section. Paragraphs as driver_page_text reads them.
 */
#ifndef CWOLF_DRIVER_LTS_HELP_TEXT_H
#define CWOLF_DRIVER_LTS_HELP_TEXT_H

extern const char driver_lts_text_synopsis[], driver_lts_text_which[], driver_lts_text_example[],
    driver_lts_text_relations[], driver_lts_text_formats[], driver_lts_text_names[], driver_lts_text_composition[],
    driver_lts_text_scripts[], driver_lts_text_pictures[], driver_lts_text_logs[], driver_lts_text_families[],
    driver_lts_text_exit[], driver_lts_text_preorders[], driver_lts_text_files[];

#endif
