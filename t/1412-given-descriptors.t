#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# posix.double_close where descriptors are given to streams, which close them: native runs, in which a second close fails with EBADF, tell
# what is never True; what is right is True.
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

my $dir = tempdir(CLEANUP => 1);
chomp(my $specs = `cwolf --specs`);
chdir $dir;

my $head = join('', map {"#include <$_.h>\n"} qw(dirent errno fcntl stdio stdlib unistd)) . <<'END';
static int is_broken;
static int say(int result) { is_broken |= result && errno == EBADF; return result; }
static FILE *made(int fd) { return fdopen(fd, "r"); }
static void end(int fd) { say(close(fd)); }
END
my $file = 'int fd = open(argv[0], O_RDONLY); if (fd < 0) return 1; FILE *f = fdopen(fd, "r");';
my $directory = 'int fd = open(".", O_RDONLY); if (fd < 0) return 1; DIR *f = fdopendir(fd);';
my @right = (
    ['closed where no stream takes it', "$file if (f) say(fclose(f)); else say(close(fd));"],
    ['no directory', "$directory if (f) say(closedir(f)); else say(close(fd));"],
    ['the next one', "$file if (f) { say(fclose(f)); int n = open(argv[0], 0); if (n >= 0) say(close(n)); }"],
    ['a copy is given', 'int fd = open(argv[0], O_RDONLY), n; if (fd < 0 || (n = dup(fd)) < 0) return 1; FILE *f = fdopen(n, "r"); if (f) say(fclose(f)); say(close(fd));'],
    ['by functions', 'int fd = open(argv[0], O_RDONLY); if (fd < 0) return 1; FILE *f = made(fd); if (f) say(fclose(f)); else end(fd);'],
);
my @wrong = (
    ['the stream, then it', "$file if (f) say(fclose(f)); say(close(fd));"],
    ['it, then the stream', "$file say(close(fd)); if (f) say(fclose(f));"],
    ['two streams', "$file FILE *g = fdopen(fd, \"r\"); if (f) say(fclose(f)); if (g) say(fclose(g));"],
    ['the number of the stream', "$file if (f) { say(close(fileno(f))); say(fclose(f)); }"],
    ['the number, kept', "$file if (f) { int n = fileno(f); say(fclose(f)); say(close(n)); }"],
    ['a directory', "$directory if (f) say(closedir(f)); say(close(fd));"],
    ['the number of a directory', "$directory if (f) { say(close(dirfd(f))); say(closedir(f)); }"],
    ['over it', "$file dup2(0, fd); if (f) say(fclose(f)); say(close(fd));"],
    ['by functions', 'int fd = open(argv[0], O_RDONLY); if (fd < 0) return 1; FILE *f = made(fd); if (f) say(fclose(f)); end(fd);'],
    ['under another name', "$file int n = fd; if (f) say(fclose(f)); if (argc < 3) say(close(n));"],
);
for my $case (map({ [0, @$_] } @right), map { [1, @$_] } @wrong) {
    my ($is_broken, $what, $text) = @$case;
    open my $out, '>', 'p.c' or die;
    print $out "${head}int main(int argc, char **argv) { $text return is_broken; }\n";
    close $out;
    system("gcc -w -specs=$specs -o p p.c") == 0 or die $text;
    is(system('./p') >> 8, $is_broken, "$what: the native run");
    my ($verdict) = `cwolf check --layer=typestates -R posix.double_close ./p 2>/dev/null` =~ /^(True|False|Maybe) /;
    $is_broken ? isnt($verdict, 'True', '    and what the tool says') : is($verdict, 'True', '    and what the tool says');
}

# The words of it, in rules of one's own.
open my $out, '>', 'p.c' or die;
print $out "#include <stdio.h>\nint main(void) { FILE *f = fdopen(0, \"r\"); return f ? fclose(f) : 1; }\n";
close $out;
system("gcc -specs=$specs -o p p.c") == 0 or die;
open $out, '>', 'own.rules' or die;
print $out "doubt \"streams are made\" if fdopen(_);\nalone : at most 1 fclose(_);\nkept : at most 1 fclose(_) where doubted at most 1 fdopen(_);\n"
    . "broken : at most 1 fclose(_) where doubted never call(fclose(_));\n";
close $out;
my $said = `cwolf check -R own.rules ./p 2>&1`;
like($said, qr/^True kept$/m, 'a stricter rule that is kept');
like($said, qr/^Maybe broken$/m, '    that is broken');
like($said, qr/'broken' is not decided: no call is known to violate it, but streams are made/, '    and why it is asked for');
like($said, qr/^Maybe alone$/m, '    and none');
open $out, '>', 'own.rules' or die;
print $out "once \"said twice\" : never end(_) where doubtful never end(_);\n";
close $out;
like(`cwolf check -R own.rules ./p 2>&1`, qr/own\.rules:1:\d+: error: expected 'doubted' after 'where', found 'doubtful'/, 'a wrong word');
done_testing;
