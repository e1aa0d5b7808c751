# SPDX-License-Identifier: GPL-3.0-or-later
#
# The packages of Debian that the ready-made rules are tried on, each built by its own make.
package Packages;
use strict;
use warnings;
use Exporter 'import';
use Sources qw(unpack_package);
our @EXPORT_OK = qw(package_names program_of prepare build);

my $make = "make ACLOCAL=: AUTOMAKE=: AUTOCONF=: AUTOHEADER=: CC='GCC'";
my $version = join ' ', map {"-DYAML_VERSION_$_->[0]=$_->[1]"} ['MAJOR', 0], ['MINOR', 2], ['PATCH', 5], ['STRING', "'\"0.2.5\"'"];
# Its make needs autoconf.
my $yaml = 'for f in src/*.c tests/run-parser.c; do o=$(basename $f .c).o; ' .
           "test \$o -nt \$f || GCC -O2 -w $version -Iinclude -Isrc -c \$f -o \$o || exit 1; done; GCC *.o -o run-parser";

# How each is configured, how it is built, and what the program is. What is there already is not built again.
my %packages = (
    bzip2 => [':', "make bzip2 CC='GCC'", 'bzip2'],
    dash => ["./configure CC='GCC'", $make, 'src/dash'],
    less => ["./configure CC='GCC'", $make, 'less'],
    libyaml => [':', $yaml, 'run-parser'],
    'lua5.4' => [':', "make -C src linux CC='GCC -std=gnu99'", 'src/lua'],
    pkgconf => ["./configure --disable-shared CC='GCC'", $make, 'pkgconf'],
    tinyproxy => ["./configure CC='GCC'", $make, 'src/tinyproxy'],
);

sub package_names { return sort keys %packages }
sub program_of { return $packages{$_[0]}[2] }

sub _run
{
    my ($dir, $gcc, $how) = @_;
    return system("(cd $dir && " . ($how =~ s/GCC/$gcc/gr) . ") >$dir.log 2>&1") == 0;
}

# Unpacks what was downloaded into a directory of the place, and configures it. False: the reason is in DIR.log or unpack.log.
sub prepare
{
    my ($place, $name, $dir, $gcc) = @_;
    return unpack_package($place, "$place/unpack.log", $name, $dir, '--skip-patches') && _run($dir, $gcc, $packages{$name}[0]);
}

# Builds what is missing, and the program anew; the log is DIR.log.
sub build
{
    my ($name, $dir, $gcc) = @_;
    unlink "$dir/$packages{$name}[2]";
    return _run($dir, $gcc, $packages{$name}[1]) && -x "$dir/$packages{$name}[2]";
}

1;
