# SPDX-License-Identifier: GPL-3.0-or-later
#
# The library of transition systems for programs of others: base and lts alone, as an archive and a shared library,
# headers as <cwolf/...>, a pkg-config file, an example.
#
# Who links it meets no name without lts_ or LTS_. The house words of base (arena, buf, diag, vec, status, ...) get that
# prefix here, by one list for the headers and one for the symbols; all other symbols are local.

lts_obj := $(patsubst %.c,$B/%.o,$(wildcard runtime/base/*.c runtime/lts/*.c runtime/lts/*/*.c))
lts_pic := $(lts_obj:$B/%=$B/pic/%)
lts_headers := base/base.h lts/lts.h
comma := ,
lts_libs = -lzstd -lz -lpthread -lm$(if $(DEVELOPER), -fsanitize=address$(comma)undefined)
lts_version = $(shell sed -n 's/.*CWOLF_VERSION "\(.*\)".*/\1/p' runtime/driver/driver.h)
lts_soname := libcwolf-lts.so.0

lts_prefix = sed -E \
  -e 's|^\#include "runtime/[a-z]*/(.*)"|\#include <cwolf/\1>|' \
  -e 's/\b(struct|enum) (arena|buf|diag|diag_level|diag_sink|file_out|intern|map64|place|status)\b/\1 lts_\2/g' \
  -e 's/\b(arena|buf|diag|vec|hash|mem|str)_([a-z0-9_]+)/lts_\1_\2/g' -e 's/\bbase_([a-z0-9_]+)/lts_\1/g' \
  -e 's/\b(ST|DIAG|ARENA)_([A-Z]+)/LTS_\1_\2/g' -e 's/\b(VEC|PRINTF_LIKE)\b/LTS_\1/g'

# Symbols of the headers: old name, new name.
$B/cwolf-lts.names: $(lts_headers:%=runtime/%)
	@mkdir -p $(@D)
	$Q grep -ohE '\b(arena|base|buf|diag)_[a-z0-9_]+' $^ | sort -u | sed -E 's/(.*)/\1 lts_\1/; s/ lts_base_/ lts_/' > $@
	$Q grep -ohE '\blts_[a-z0-9_]+' $^ | sort -u | sed 's/.*/& &/' >> $@

# $(call lts_join,OBJECTS): one object, in which only those symbols are global.
define lts_join
	$Q ld -r -o $@ $1
	$Q cut -d' ' -f1 $B/cwolf-lts.names > $@.keep; cut -d' ' -f2 $B/cwolf-lts.names >> $@.keep
	$Q objcopy --redefine-syms=$B/cwolf-lts.names --keep-global-symbols=$@.keep $@
endef
$B/cwolf-lts.o: $(lts_obj) $B/cwolf-lts.names
	@echo "  LD      $@"
	$(call lts_join,$(lts_obj))
$B/pic/cwolf-lts.o: $(lts_pic) $B/cwolf-lts.names
	@echo "  LD      $@"
	$(call lts_join,$(lts_pic))
$B/pic/%.o: %.c
	@echo "  CC      $< (PIC)"; mkdir -p $(@D)
	$Q $(CC) $(ALL_CFLAGS) -fPIC -c -o $@ $<

$B/libcwolf-lts.a: $B/cwolf-lts.o
	@echo "  AR      $@"; rm -f $@
	$Q ar rcs $@ $<
$B/libcwolf-lts.so: $B/pic/cwolf-lts.o
	@echo "  LD      $@"
	$Q $(CC) -shared -Wl,-soname,$(lts_soname) -o $@ $< $(lts_libs)

install-lts: $B/libcwolf-lts.a $B/libcwolf-lts.so
	$Q install -D -m 644 $B/libcwolf-lts.a $(DESTDIR)$(PREFIX)/lib/libcwolf-lts.a
	$Q install -D -m 755 $B/libcwolf-lts.so $(DESTDIR)$(PREFIX)/lib/$(lts_soname)
	$Q ln -sf $(lts_soname) $(DESTDIR)$(PREFIX)/lib/libcwolf-lts.so
	$Q install -d $(DESTDIR)$(PREFIX)/include/cwolf $(DESTDIR)$(PREFIX)/lib/pkgconfig
	$Q for h in $(lts_headers); do $(lts_prefix) runtime/$$h > $(DESTDIR)$(PREFIX)/include/cwolf/$${h#*/} || exit 1; done
	$Q printf '%s\n' 'prefix=$(PREFIX)' 'Name: cwolf-lts' 'Version: $(lts_version)' \
	  'Description: labelled transition systems: formats, reductions, comparisons, composition' \
	  'Cflags: -I$${prefix}/include' \
	  'Libs: -L$${prefix}/lib -lcwolf-lts' \
	  'Libs.private: $(lts_libs)' \
	  > $(DESTDIR)$(PREFIX)/lib/pkgconfig/cwolf-lts.pc
	$Q for f in examples/lts/*; do \
	  install -D -m 644 $$f $(DESTDIR)$(PREFIX)/share/doc/cwolf/$$f || exit 1; done

# The man pages are what `cwolf help` says.
install-man: $B/cwolf
	$Q install -d $(DESTDIR)$(PREFIX)/share/man/man1
	$Q for m in cwolf cwolf-lts cwolf-logic; do $B/cwolf help --man $$m > $(DESTDIR)$(PREFIX)/share/man/man1/$$m.1 || exit 1; done

.PHONY: install-lts install-man
