# SPDX-License-Identifier: GPL-3.0-or-later
#
# What C Wolf says about a program.
package Tool;
use strict;
use warnings;
use Exporter 'import';
use JSON::PP;
our @EXPORT_OK = qw(specs compile link_program ask refused trial);

sub specs { chomp(my $specs = `cwolf --specs`); return "-specs=$specs" }

sub compile { my ($source, $options) = @_; return _gcc("-O0 $options -c -o tool.o $source") }

# Links tool.o of the current directory into ./tool.
sub link_program { my ($options) = @_; return _gcc("$options -o tool tool.o") }

sub _gcc
{
    my ($arguments) = @_;
    my $text = `gcc -g -w @{[specs()]} $arguments 2>&1 </dev/null`;
    return $? == 0 ? undef : "gcc $arguments: $text";
}

# The answers to built-in properties: a hash from each to verdict, file, line and message; and undef, or what is wrong with the
# run: it died, does not end in time, or its status does not belong to its answers.
sub ask
{
    my ($program, $options, @properties) = @_;
    my $questions = join ' ', map {"-p $_"} @properties;
    $options .= " --timeout=$ENV{SECONDS}" if $ENV{SECONDS};
    my $command = "cwolf check --format=json $options $questions $program";
    my $text = `timeout -s KILL 300 $command 2>err </dev/null`;
    my $status = $?;
    my $said = eval { decode_json($text) };
    return ({}, "$command: status $status: " . substr `cat err`, 0, 300) if !$said || !$said->{answers};
    my %answer = map { $_->{name} => $_ } @{$said->{answers}};
    my %count;
    $count{$_->{verdict}}++ for values %answer;
    my $wanted = $count{False} ? 1 : $count{Maybe} ? 3 : 0;
    return (\%answer, "$command: status $status") if $status != $wanted << 8 || grep { !$answer{$_} } @properties;
    return (\%answer, undef);
}

# The inputs with which an answer says that a violation happens: input, args (an array), nondet; undef where it says nothing.
sub trial
{
    my ($answer) = @_;
    my ($text) = grep {/^it happens/} @{$answer->{hints} // []};
    return undef if !defined $text;
    my $string = qr/"((?:[^"\\]|\\.)*)"/;
    my $plain = sub { return $_[0] =~ s/\\(n|[0-7]{3}|.)/$1 eq 'n' ? "\n" : length $1 == 3 ? chr oct $1 : $1/ger };
    my ($arguments) = $text =~ /with arguments((?: $string)+)/;
    my ($input) = $text =~ /standard input $string/;
    my ($numbers) = $text =~ /when inputs are ([-\d, ]+)/;
    return {
        args => [map { $plain->($_) } defined $arguments ? $arguments =~ /$string/g : ()],
        input => defined $input ? $plain->($input) : '',
        nondet => ($numbers // '') =~ s/,//gr,
    };
}

# Why a built-in property cannot be asked for, in the tool's words; undef if it can.
sub refused
{
    my ($property) = @_;
    open my $out, '>', 'asked.c' or die "asked.c: $!";
    print $out "int main(void)\n{\n    return 0;\n}\n";
    close $out;
    my $wrong = compile('asked.c', '') // link_program('');
    die $wrong if $wrong;
    my $text = `cwolf check -p $property ./tool 2>&1 </dev/null`;
    return $? >> 8 == 2 ? (split /\n/, $text)[0] : undef;
}

1;
