#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cwolf interface on libraries of Debian: zlib's streams, libyaml's emitter and expat's parser. The graphs are those of the manuals;
# clients that do as the manual's example does are allowed, others are not, and what is refused errs when it is compiled and run. A
# version of libyaml with an assertion less allows more, and the sequence that shows it runs. Of two releases of expat the newer allows
# what the older refuses: CVE-2024-50602.
#
# zlib's streams and expat are called through a few lines that do what their manuals' examples do (t/long/9310-libraries). Sources as in
# 9003; expat's older release is of Debian 11, which the same archive is asked for. Without the sources the test is skipped.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename;
use Test::More;
use lib abs_path(dirname($0));
use Sources qw(download download_of unpack_package);

my $here = abs_path(dirname($0));
my $top = ($ENV{CWOLF_BUILD} or die "CWOLF_BUILD is not set") . "/libraries";
chomp(my $specs = `cwolf --specs`);
system('mkdir', '-p', "$top/src");
chdir $top;

sub spill { my ($path, $text) = @_; open my $f, '>', $path or die "$path: $!"; print $f $text; close $f }
sub slurp { my ($path) = @_; open my $f, '<', $path or return ''; local $/; return <$f> // '' }
sub sh { return system("exec >log 2>&1; $_[0]") == 0 || (diag(slurp('log')), 0) }

my @packages = qw(zlib libyaml);
plan skip_all => "no sources of @packages: see $top/source.log"
    unless download("$top/src", "$top/source.log", @packages)
    && !grep { !unpack_package("$top/src", "$top/unpack.log", $_, $_) } @packages;

my ($out, $said, $status);
sub interface
{
    $out = `cwolf interface --timeout=300 $_[0] 2>said`;
    ($status, $said) = ($? >> 8, slurp('said'));
    return $out;
}
# Links a main with a library, natively, under sanitizers: whether it ends well.
sub runs
{
    my ($text, @rest) = @_;
    spill('native.c', $text);
    system("gcc -w -g -fsanitize=address,undefined -fno-sanitize-recover=all @rest native.c -o native 2>log") == 0 or die slurp('log');
    return system('ASAN_OPTIONS=detect_leaks=0 ./native >log 2>&1') == 0;
}
sub client
{
    my ($options, $text, @rest) = @_;
    spill('client.c', $text);
    system("gcc -w -O1 -specs=$specs @rest -c client.c 2>log") == 0 or die slurp('log');
    interface("$options --client=client.o");
    return join ' ', $out =~ /^(True|False|Maybe)/mg;
}

# ---- zlib: by its own make ------------------------------------------------------------------------------------------

my $zlib = "$top/src/zlib";
ok(sh("cd $zlib && CC='gcc -specs=$specs' CFLAGS=-O1 ./configure --static && make libz.a"), 'zlib is built');
for my $way ('inflate', 'deflate') {
    ok(sh("gcc -w -O1 -specs=$specs -I$zlib -c $here/9310-libraries/$way.c"), "the calls of $way");
    my $options = "-f start -f again -f stop --error='again == -2' --error='stop == -2' --result=start $way.o $zlib/libz.a";
    interface("--sequences $options");
    like($out, qr/^\(0,"start=0",1\)$/m, "$way: a stream is begun");
    unlike($out, qr/^\(0,"(again|stop)"/m, 'before that nothing else is allowed');
    like($out, qr/^\(1,"again",1\)\n\(1,"stop",0\)$/m, 'then it may be begun again, and ended');
    like($said, qr/^safe,/m, 'and the graph is safe');
    my $head = "#include <zlib.h>\nint start(z_stream *), again(z_stream *), stop(z_stream *);\nstatic z_stream z;\n";
    my $good = "int main(void) { if (start(&z) != Z_OK) return 1; if (again(&z) || stop(&z)) return 1; return 0; }\n";
    my $bad = "int main(void) { if (start(&z) != Z_OK) return 1; stop(&z); return stop(&z) == Z_STREAM_ERROR; }\n";
    is(client($options, "$head$good", "-I$zlib"), 'True True', 'the manual\'s use is allowed');
    like(client($options, "$head$bad", "-I$zlib"), qr/^(False|Maybe) /, 'ending it twice is not');
    like($said, qr/stop\(&z\): this (may violate|violates) the rule/, 'and the second end is shown');
    my @native = ("-I$zlib", "$here/9310-libraries/$way.c", map { "$zlib/$_.c" } qw(adler32 crc32 deflate inflate inffast inftrees trees zutil));
    ok(runs("$head$good", @native), 'the one runs');
    ok(!runs("$head$bad", @native), 'the other is told an error');
}

# With data: what inflate does to given bytes is followed exactly, wherever in them it stands.
ok(sh("gcc -w -O1 -specs=$specs -I$zlib -c $here/9310-libraries/stream.c"), 'the calls of inflate with data');
{
    my $options = "-f start -f again -f go -f stop " . join(' ', map { "--error='$_ == -2'" } qw(again go stop)) . " --result=start stream.o $zlib/libz.a";
    interface("--sequences $options");
    like($said, qr/^safe, permissive,/m, 'the graph is exact');
    my @edges = sort $out =~ /^\((\d,"[\w=]+",\d)\)$/mg;
    is("@edges", '0,"start",0 0,"start=0",1 1,"again",1 1,"go",1 1,"start",1 1,"start=0",1 1,"stop",0', 'a stream that was begun takes data until it is ended');
    my $head = "#include <zlib.h>\nint start(z_stream *), go(z_stream *), stop(z_stream *);\nstatic z_stream z;\n";
    my $good = "int main(void) { if (start(&z) != Z_OK) return 1; int r = go(&z); return stop(&z) || r != Z_STREAM_END; }\n";
    my $bad = "int main(void) { if (start(&z) != Z_OK) return 1; stop(&z); return go(&z) == Z_STREAM_ERROR; }\n";
    is(client($options, "$head$good", "-I$zlib"), 'True', 'the example of the manual is allowed');
    like(client($options, "$head$bad", "-I$zlib"), qr/^(False|Maybe)$/, 'data behind the end is not');
    my @native = ("-I$zlib", "$here/9310-libraries/stream.c", map { "$zlib/$_.c" } qw(adler32 crc32 inflate inffast inftrees zutil));
    ok(runs("$head$good", @native), 'the one runs, and ends with the stream');
    ok(!runs("$head$bad", @native), 'the other is told an error');
}

# ---- libyaml's emitter ----------------------------------------------------------------------------------------------

my $yaml = "$top/src/libyaml";
my $flags = "-w -I$yaml/include -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=2 -DYAML_VERSION_PATCH=5 '-DYAML_VERSION_STRING=\"0.2.5\"'";
my @sources = qw(api emitter dumper writer);
sub build_yaml
{
    my ($name, $from) = @_;
    return sh(join(' && ', map { "gcc $flags -O1 -specs=$specs -c $from/$_.c -o $name-$_.o" } @sources)
            . " && gcc -nostdlib -r -specs=$specs " . join(' ', map { "$name-$_.o" } @sources) . " -o $name.o");
}
ok(build_yaml('yaml', "$yaml/src"), 'libyaml is built');
my $functions = join ' ', map { "-f yaml_emitter_$_" } qw(initialize set_output_string open close delete);
my $options = "$functions --result=yaml_emitter_initialize --result=yaml_emitter_open";
interface("--sequences $options yaml.o");
like($said, qr/^safe, permissive, the calls made tell the region\nregions 6, /m, 'the emitter has six regions');
like($out, qr/^\(1,"yaml_emitter_set_output_string",3\)$/m, 'an output is set');
like($out, qr/^\(3,"yaml_emitter_open",5\)$/m, 'the stream opened');
like($out, qr/^\(5,"yaml_emitter_close",5\)$/m, 'and closed');
unlike($out, qr/^\([235],"yaml_emitter_set_output_string"/m, 'one output is all there may be');
unlike($out, qr/^\([012345],"yaml_emitter_open",[012345]\)\n.*\(5,"yaml_emitter_open"/ms, 'what is open is not opened');

my $head = "#include <yaml.h>\nstatic yaml_emitter_t e;\nstatic unsigned char text[100];\nstatic size_t size;\n";
my $begin = "int main(void)\n{\n    if (!yaml_emitter_initialize(&e))\n        return 1;\n    yaml_emitter_set_output_string(&e, text, 100, &size);\n";
my $end = "    yaml_emitter_delete(&e);\n    return 0;\n}\n";
my $good = "$head$begin    if (yaml_emitter_open(&e))\n        yaml_emitter_close(&e);\n$end";
my $bad = "$head$begin    yaml_emitter_set_output_string(&e, text, 50, &size);\n$end";
my @native = ($flags, map { "$yaml/src/$_.c" } @sources);
ok(runs($good, @native), 'the manual\'s use runs');
ok(!runs($bad, @native), 'a second output ends the program');
like(client("$options yaml.o", $good, "-I$yaml/include"), qr/^Maybe /, 'a buffer of 100 bytes is larger than those that were looked at');
is(client("--buffer=100 $options yaml.o", $good, "-I$yaml/include"), 'True True', 'the first is allowed');
like(client("$options yaml.o", $bad, "-I$yaml/include"), qr/^(False|Maybe) /, 'the second is not');

# ---- two versions ---------------------------------------------------------------------------------------------------

sh("rm -rf other && cp -r $yaml/src other && sed -i '/You can set the output only once/d' other/api.c");
ok(build_yaml('other', "$top/other"), 'a version that may be told of an output twice');
interface("$options --compare=yaml.o other.o");
is($out, "the new version allows: yaml_emitter_set_output_string, yaml_emitter_set_output_string\n", 'allows that');
ok(runs($bad, $flags, map { "$top/other/$_.c" } @sources), 'and it runs');
interface("$options --compare=yaml.o yaml.o");
is($out, "both allow the same\n", 'one version is like itself');

# ---- two releases of expat ------------------------------------------------------------------------------------------

my @defines = qw(-DXML_POOR_ENTROPY -DXML_CONTEXT_BYTES=1024 -DXML_DTD -DXML_NS -DXML_GE=1 -DBYTEORDER=1234 -DHAVE_MEMMOVE);
my $calls = '-f create -f buffer -f stop -f resume -f done --result=create';
sub build_expat
{
    my ($name, $lib) = @_;
    spill('expat_config.h', '');
    return sh(join(' && ', map { "gcc -w -O1 -specs=$specs @defines -I. -I$lib -c $_ -o $name-" . basename($_, '.c') . '.o' }
                "$here/9310-libraries/expat.c", map { "$lib/$_.c" } qw(xmlparse xmltok xmlrole))
            . " && gcc -nostdlib -r -specs=$specs " . join(' ', map { "$name-$_.o" } qw(expat xmlparse xmltok xmlrole)) . " -o $name.o");
}
# Whether the sequence ends well natively, as valgrind sees it.
sub expat_runs
{
    my ($lib, @sequence) = @_;
    spill('native.c', "#include <expat.h>\nXML_Parser create(void);\nvoid *buffer(XML_Parser);\nint stop(XML_Parser), resume(XML_Parser);\n"
            . 'void done(XML_Parser);' . "\nint main(void)\n{\n    XML_Parser p = create();\n    " . join('', map { "$_(p);\n    " } @sequence)
            . "return 0;\n}\n");
    system("gcc -w -g @defines -I. -I$lib native.c $here/9310-libraries/expat.c $lib/xmlparse.c $lib/xmltok.c $lib/xmlrole.c -o native 2>log") == 0
        or die slurp('log');
    return system('valgrind -q --error-exitcode=9 ./native >log 2>&1') == 0;
}
SKIP: {
    my $old = "$top/src/bullseye";
    system('mkdir', '-p', $old);
    skip 'no sources of two releases of expat', 1
        unless download("$top/src", "$top/source.log", 'expat') && unpack_package("$top/src", "$top/unpack.log", 'expat', 'expat')
        && download_of('bullseye', $old, "$top/source.log", 'expat') && unpack_package($old, "$top/unpack.log", 'expat', 'expat');
    my ($before, $after) = map { "$_/expat/expat/lib" } $old, "$top/src";
    ok(build_expat('expat-old', $before), 'expat of Debian 11 is built');
    ok(build_expat('expat-new', $after), 'and of Debian 12');
    interface("$calls expat-new.o");
    like($said, qr/^safe, permissive,/m, 'the graph of the newer one is exact');
    my @edges = sort $out =~ /^\((\d,"\w+",\d)\)$/mg;
    is("@edges", '0,"buffer",0 0,"create",0 0,"done",0 0,"done",1 0,"resume",0 0,"stop",0 1,"create",0', 'after done a parser is made first');
    interface("$calls --compare=expat-old.o expat-new.o");
    is($out, "the new version allows: create, buffer, stop, resume (refused, but not known to err, in the other)\n",
        'what the older one must not be asked');
    ok(!expat_runs($before, qw(buffer stop resume)), 'there it errs natively');
    ok(expat_runs($after, qw(buffer stop resume)), 'here it does not');
    ok(expat_runs($before, qw(buffer stop)), 'nor there without the last call');
    ok(!expat_runs($after, qw(done done)), 'done twice is refused and errs');
}
done_testing();
