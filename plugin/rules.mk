# SPDX-License-Identifier: GPL-3.0-or-later
#
# The plugin, one for each GCC whose plugin headers are here, and the specs file that switches it on.

gcc_found := $(foreach c,gcc $(foreach n,11 12 13 14 15,gcc-$n),$(if $(shell command -v $c),$c))
gcc_with_headers := $(foreach c,$(gcc_found),$(if $(wildcard $(shell $c -print-file-name=plugin)/include/gcc-plugin.h),$c))
gcc_majors := $(sort $(foreach c,$(gcc_with_headers),$(firstword $(subst ., ,$(shell $c -dumpfullversion)))))
# the first compiler of each major version
gcc_of = $(firstword $(foreach c,$(gcc_with_headers),$(if $(filter $1,$(firstword $(subst ., ,$(shell $c -dumpfullversion)))),$c)))

plugin_src := $(wildcard plugin/*.cc)
plugin_rooms := runtime/base runtime/values abstractions runtime/cwi runtime/notes
plugin_c := $(foreach d,$(plugin_rooms),$(wildcard $d/*.c))
# sanitizers do not go into a compiler: its C parts are then compiled once more without
plugin_c_dir := $(if $(DEVELOPER),$B/plugin/c,$B)
plugin_c_obj := $(plugin_c:%.c=$(plugin_c_dir)/%.o)
PLUGIN_LIBS = $(shell pkg-config --libs libxml-2.0) -lzstd -lm

$B/plugin/c/%.o: %.c
	@echo "  CC      $< (plugin)"; mkdir -p $(@D)
	$Q $(CC) -std=c11 -D_GNU_SOURCE -I. $(WARN) -fPIC -MMD -MP -O2 -g $(shell pkg-config --cflags libxml-2.0) -c -o $@ $<

# an archive, so that only what is needed is linked (collecting object files needs libelf; compilers need not load that)
plugin_lib := $B/plugin/libcwolf-plugin.a
$(plugin_lib): $(plugin_c_obj)
	@echo "  AR      $@"; mkdir -p $(@D); rm -f $@
	$Q ar rcs $@ $(plugin_c_obj)

define plugin_rules
plugin_dir_$1 := $$(shell $(call gcc_of,$1) -print-file-name=plugin)
plugin_obj_$1 := $$(plugin_src:plugin/%.cc=$$B/plugin/$1/%.o)

$$B/plugin/$1/%.o: plugin/%.cc
	@echo "  CXX     $$< (GCC $1)"; mkdir -p $$(@D)
	$$Q $$(CXX) -std=c++14 -I. -isystem $$(plugin_dir_$1)/include -O2 -g -Wall -Wextra -Wno-literal-suffix -fno-rtti -fno-exceptions \
	  -fPIC -fvisibility=hidden -MMD -MP $$(if $$(DEVELOPER),-Werror) -c -o $$@ $$<

$$B/plugin/$1/cwolf.so: $$(plugin_obj_$1) $$(plugin_lib) plugin/cwolf.map
	@echo "  LD      $$@"
	$$Q $$(CXX) -shared -o $$@ $$(plugin_obj_$1) $$(plugin_lib) -Wl,--version-script=plugin/cwolf.map -Wl,-z,now,--as-needed $$(PLUGIN_LIBS)

-include $$(plugin_obj_$1:.o=.d)
endef
$(foreach m,$(gcc_majors),$(eval $(call plugin_rules,$m)))
-include $(if $(DEVELOPER),$(plugin_c_obj:.o=.d))

$B/plugin/cwolf.so: plugin/loader/loader.cc
	@echo "  LD      $@"; mkdir -p $(@D)
	$Q $(CXX) -std=c++14 -O2 -g -Wall -Wextra -fno-rtti -fno-exceptions -fPIC -fvisibility=hidden -shared -o $@ $< -ldl

plugins: $B/plugin/cwolf.so $(foreach m,$(gcc_majors),$B/plugin/$m/cwolf.so)

# ---- the specs file: one flag for compiling and linking ----

# $(call write_specs,FILE,command cwolf,directory of plugin/ and include/). The option must come before its arguments, which GCC
# puts behind *cc1. The plugin named loads the one of the compiler's version.
define write_specs
printf '%s\n' '*cc1:' '+ -fplugin=$3/plugin/cwolf.so ' '' \
  '*cpp:' '+ -D__CWOLF__=1 -idirafter $3/include ' '' \
  '*post_link:' '+ $2 link-check %{o*} %{r} %{shared} %{static} %{flto*} %{fdiagnostics-color*} %{fplugin-arg-cwolf-*} %{L*} %{e*} %X %o ' '' > $1
endef

specs: $B/cwolf.specs $B/include/cwolf.h
$B/cwolf.specs: plugin/rules.mk
	@echo "  SPECS   $@"; mkdir -p $(@D)
	$Q $(call write_specs,$@,$(abspath $B)/cwolf,$(abspath $B))
$B/include/cwolf.h: plugin/include/cwolf.h
	@mkdir -p $(@D)
	$Q cp $< $@

install-plugin: plugins specs
	$Q install -D -m 755 $B/plugin/cwolf.so $(DESTDIR)$(PREFIX)/lib/cwolf/plugin/cwolf.so
	$Q for m in $(gcc_majors); do \
	  install -D -m 755 $B/plugin/$$m/cwolf.so $(DESTDIR)$(PREFIX)/lib/cwolf/plugin/$$m/cwolf.so || exit 1; done
	$Q install -D -m 644 plugin/include/cwolf.h $(DESTDIR)$(PREFIX)/lib/cwolf/include/cwolf.h
	$Q $(call write_specs,$(DESTDIR)$(PREFIX)/lib/cwolf/cwolf.specs,$(PREFIX)/bin/cwolf,$(PREFIX)/lib/cwolf)

.PHONY: install-plugin
