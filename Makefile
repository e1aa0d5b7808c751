# SPDX-License-Identifier: GPL-3.0-or-later
#
# make            build everything into build/ (another place: make B=DIR)
# make demo       the main job on a real example        make check       all tests but the long ones
# make deps       install what is missing (Debian)      make check-long  the long ones
# make install PREFIX=DIR [DESTDIR=DIR]                 make bench       speed, side by side with a baseline
#                                                       make bench-lts   speed and memory of the reductions
# V=1 shows commands; DEVELOPER=1 adds -Werror and sanitizers; ROOMS='base lts' builds a part.

B ?= build
PREFIX ?= /usr/local
CFLAGS ?= -O2 -g
ROOMS ?= base values cwi smt notes points run lts avm logic boolean predicates check interface driver abstractions labels
Q := $(if $(V),,@)

WARN := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes
ALL_CFLAGS = -std=c11 -D_GNU_SOURCE -I. $(WARN) -fPIC -MMD -MP $(CFLAGS) $(shell pkg-config --cflags libxml-2.0)
LIBS := $(shell pkg-config --libs libxml-2.0) -lzstd -lz -lelf -lffi -lreadline -lbdd -lpthread -lm
ifdef DEVELOPER
CFLAGS += -Werror -fsanitize=address,undefined -fno-omit-frame-pointer
LIBS += -fsanitize=address,undefined
endif

dirs := $(foreach r,$(ROOMS),$(wildcard runtime/$(r) $(filter $(r),abstractions labels)))
src := $(filter-out runtime/driver/main.c,$(wildcard $(addsuffix /*.c,$(dirs)) $(addsuffix /*/*.c,$(dirs)))) $(if $(filter driver,$(ROOMS)),runtime/models/embed.c)
obj := $(src:%.c=$B/%.o)
unit := $(patsubst t/%.c,$B/t/%,$(wildcard t/*.c))
unit_long := $(patsubst t/long/%.c,$B/t/long/%,$(wildcard t/long/*.c))

all: $B/cwolf plugins specs

lib: $B/libcwolf.a
$B/libcwolf.a: $(obj) $B/objects
	@echo "  AR      $@"; mkdir -p $(@D); rm -f $@
	$Q ar rcs $@ $(obj)

# changes when other files belong to the library: a room more or less, a file that is gone
$B/objects: FORCE
	@mkdir -p $(@D); echo '$(obj:$B/%=%)' | cmp -s - $@ || echo '$(obj:$B/%=%)' >$@

$B/%.o: %.c
	@echo "  CC      $<"; mkdir -p $(@D)
	$Q $(CC) $(ALL_CFLAGS) -c -o $@ $<

# Bound at once: what is bound when it is called is bound again in each process of a search.
$B/cwolf: $B/runtime/driver/main.o $B/libcwolf.a
	@echo "  LD      $@"
	$Q $(CC) -Wl,-z,now -o $@ $^ $(LIBS)

$B/t/%: t/%.c $B/libcwolf.a
	@echo "  TEST    $@"; mkdir -p $(@D)
	$Q $(CC) $(ALL_CFLAGS) -It -o $@ $< $B/libcwolf.a $(LIBS) $(TEST_LIBS)

-include $(obj:.o=.d) $(wildcard $B/t/*.d $B/t/long/*.d) $B/runtime/driver/main.d
-include plugin/rules.mk
-include runtime/models/rules.mk
include runtime/driver/report/rules.mk
include runtime/lts/rules.mk

# ---- tests, demonstration, measurement ----

# One test on each core; the longest begin first, so that none is left alone at the end. Those that have jobs of their own get one.
first := 1081-classes 1090-memory 1080-worlds 1215-relations 1110-run 1301-interface-random
first_long := 9140-rules-random 9081-torture 9100-run
PROVE_FLAGS ?= -j$(shell nproc)
prove = MAKEFLAGS= JOBS="$${JOBS:-1}" PATH="$(abspath $B):$$PATH" CWOLF_BUILD="$(abspath $B)" CWOLF_CACHE=off prove $(PROVE_FLAGS)
first_of = $1 $(filter-out $1,$2)

check: all $(unit)
	@$(prove) $(call first_of,$(first:%=t/%.t),$(sort $(wildcard t/*.t)) $(unit))
# What a test says on standard error goes with the rest of it: prove would wait for its next line, and for no other test.
check-long: all $(unit_long) $B/t/0733-formats
	@$(prove) --merge --timer $(call first_of,$(first_long:%=t/long/%.t),$(sort $(wildcard t/long/*.t)) $(unit_long))
demo: deps
	@$(MAKE) --no-print-directory all
	@PATH="$(abspath $B):$$PATH" CWOLF_BUILD="$(abspath $B)" sh examples/demo.sh
bench: all $(patsubst t/bench/%.c,$B/t/bench/%,t/bench/engine.c t/bench/store.c)
	@PATH="$(abspath $B):$$PATH" CWOLF_BUILD="$(abspath $B)" sh t/bench/bench.sh
	@PATH="$(abspath $B):$$PATH" CWOLF_BUILD="$(abspath $B)" sh t/bench/bench-run.sh
	@PATH="$(abspath $B):$$PATH" CWOLF_BUILD="$(abspath $B)" sh t/bench/bench-predicates.sh
	@PATH="$(abspath $B):$$PATH" CWOLF_BUILD="$(abspath $B)" sh t/bench/bench-decided.sh
	@PATH="$(abspath $B):$$PATH" CWOLF_BUILD="$(abspath $B)" perl t/bench/bench-rules.pl
bench-lts: all
	@PATH="$(abspath $B):$$PATH" CWOLF_BUILD="$(abspath $B)" sh t/bench/bench-lts.sh
	@PATH="$(abspath $B):$$PATH" CWOLF_BUILD="$(abspath $B)" sh t/bench/bench-logic.sh
deps:
	@sh .ci/deps

install: all install-plugin install-lts install-man
	$Q install -D -m 755 $B/cwolf $(DESTDIR)$(PREFIX)/bin/cwolf

clean:
	rm -rf $B

.PHONY: FORCE all lib plugins specs check check-long demo bench bench-lts deps install clean
.DELETE_ON_ERROR:
.SECONDARY:
