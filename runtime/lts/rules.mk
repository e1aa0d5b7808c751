# SPDX-License-Identifier: GPL-3.0-or-later
#
# The library of transition systems for programs of others: one archive with base and lts alone, headers as
# <cwolf/...>, a pkg-config file, an example. In the archive is one object that shows the names of the headers and no others.

lts_obj := $(patsubst %.c,$B/%.o,$(wildcard runtime/base/*.c runtime/lts/*.c runtime/lts/*/*.c))
lts_headers := base/base.h lts/lts.h
lts_names = $(shell grep -ohE '\b(lts|arena|base|buf|diag)_[a-z0-9_]+' $(lts_headers:%=runtime/%) | sort -u)
comma := ,
lts_libs = $(shell pkg-config --libs libxml-2.0) -lzstd -lz -lpthread -lm$(if $(DEVELOPER), -fsanitize=address$(comma)undefined)
lts_version = $(shell sed -n 's/.*CWOLF_VERSION "\(.*\)".*/\1/p' runtime/driver/driver.h)

$B/libcwolf-lts.a: $(lts_obj)
	@echo "  AR      $@"; rm -f $@
	$Q ld -r -o $B/cwolf-lts.o $(lts_obj)
	$Q objcopy $(lts_names:%=--keep-global-symbol=%) $B/cwolf-lts.o
	$Q ar rcs $@ $B/cwolf-lts.o

install-lts: $B/libcwolf-lts.a
	$Q install -D -m 644 $B/libcwolf-lts.a $(DESTDIR)$(PREFIX)/lib/libcwolf-lts.a
	$Q install -d $(DESTDIR)$(PREFIX)/include/cwolf $(DESTDIR)$(PREFIX)/lib/pkgconfig
	$Q for h in $(lts_headers); do \
	  sed 's|^#include "runtime/[a-z]*/\(.*\)"|#include <cwolf/\1>|' runtime/$$h \
	    > $(DESTDIR)$(PREFIX)/include/cwolf/$${h#*/} || exit 1; done
	$Q printf '%s\n' 'prefix=$(PREFIX)' 'Name: cwolf-lts' 'Version: $(lts_version)' \
	  'Description: labelled transition systems: formats, reductions, comparisons, composition' \
	  'Cflags: -I$${prefix}/include' \
	  'Libs: -L$${prefix}/lib -lcwolf-lts $(lts_libs)' \
	  > $(DESTDIR)$(PREFIX)/lib/pkgconfig/cwolf-lts.pc
	$Q for f in examples/lts/*; do \
	  install -D -m 644 $$f $(DESTDIR)$(PREFIX)/share/doc/cwolf/$$f || exit 1; done

# The man pages are what `cwolf help` says.
install-man: $B/cwolf
	$Q install -d $(DESTDIR)$(PREFIX)/share/man/man1
	$Q for m in cwolf cwolf-lts cwolf-logic; do $B/cwolf help --man $$m > $(DESTDIR)$(PREFIX)/share/man/man1/$$m.1 || exit 1; done

.PHONY: install-lts install-man
