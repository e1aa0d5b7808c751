# SPDX-License-Identifier: GPL-3.0-or-later
#
# The models are compiled by a GCC that there is a plugin for; their fragments, one behind the other, are embedded.

model_cc := $(firstword $(gcc_with_headers))
model_src := $(filter-out runtime/models/embed.c,$(wildcard runtime/models/*.c))
model_obj := $(model_src:%.c=$B/%.model.o)

$B/runtime/models/%.model.o: runtime/models/%.c $B/plugin/cwolf.so $(foreach m,$(gcc_majors),$B/plugin/$m/cwolf.so) $B/include/cwolf.h
	@echo "  MODEL   $<"; mkdir -p $(@D)
	$Q $(model_cc) -std=c11 -D_GNU_SOURCE -Wall -Wextra -O0 -D__CWOLF__=1 -idirafter $B/include -ffile-prefix-map=runtime/models='<cwolf>' \
	  -fplugin=$(abspath $B)/plugin/cwolf.so -c -o $@ $<

$B/runtime/models/models.bin: $(model_obj)
	@mkdir -p $(@D); rm -f $@; touch $@
	$Q for o in $^; do objcopy -O binary --only-section=.cwolf --set-section-flags .cwolf=alloc $$o $@.one && cat $@.one >>$@ || exit 1; done; rm -f $@.one

$B/runtime/models/embed.o: $B/runtime/models/models.bin
$B/runtime/models/embed.o: ALL_CFLAGS += -DMODELS='"$(abspath $B)/runtime/models/models.bin"'
