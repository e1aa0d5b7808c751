# SPDX-License-Identifier: GPL-3.0-or-later
#
# The parts of the page that a report is are embedded into the command as they are.

$B/runtime/driver/report/page.o: $(addprefix runtime/driver/report/page.,html css js)
