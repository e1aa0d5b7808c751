#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# sarif.pl FILE: the file keeps to the part of SARIF 2.1.0 that C Wolf writes: every object has the required members
# and no others, of the right types; indices, kinds and levels fit together. Each fault is a line.
use strict;
use warnings;
use JSON::PP;

# A member: its type, "!" when it is required. "[x]" is a list of x, "{x}" an object whose members are all x.
my %types = (
    log => { '$schema' => 'uri!', version => '=2.1.0!', runs => '[run]!' },
    run => { tool => 'tool!', originalUriBaseIds => '{artifact}', invocations => '[invocation]', results => '[result]!',
        columnKind => '=utf16CodeUnits|unicodeCodePoints', properties => 'any' },
    tool => { driver => 'driver!' },
    driver => { name => 'text!', version => 'text', rules => '[rule]' },
    rule => { id => 'text!', shortDescription => 'message', defaultConfiguration => 'configuration' },
    configuration => { level => '=none|note|warning|error' },
    message => { text => 'text!' },
    invocation => { executionSuccessful => 'bool!', exitCode => 'number', toolExecutionNotifications => '[notification]' },
    notification => { level => '=none|note|warning|error', message => 'message!', locations => '[location]' },
    result => { ruleId => 'text', ruleIndex => 'number', kind => '=pass|fail', level => '=none|note|warning|error',
        message => 'message!', locations => '[location]', codeFlows => '[codeFlow]', properties => 'any' },
    codeFlow => { threadFlows => '[threadFlow]!' },
    threadFlow => { locations => '[step]!' },
    step => { location => 'location', executionOrder => 'number', importance => '=important|essential|unimportant' },
    location => { physicalLocation => 'physical', logicalLocations => '[logical]', message => 'message' },
    logical => { name => 'text', kind => 'text' },
    physical => { artifactLocation => 'artifact!', region => 'region' },
    artifact => { uri => 'uri', uriBaseId => 'text' },
    region => { startLine => 'positive!', startColumn => 'positive', endColumn => 'positive' },
);
my %plain = (
    any => sub { ref $_[0] eq 'HASH' },
    bool => sub { JSON::PP::is_bool($_[0]) },
    text => sub { defined $_[0] && !ref $_[0] },
    number => sub { $_[0] =~ /^\d+$/ },
    positive => sub { $_[0] =~ /^[1-9]\d*$/ },
    uri => sub { $_[0] =~ m{^(?:\w+://)?(?:[\w.~/-]|%[0-9A-F]{2})*$}a && $_[0] !~ m{(?:^|/)\.\.?(?:/|$)} },
);
my @faults;

sub check {
    my ($type, $value, $where) = @_;
    if ($type =~ /^=(.*)/) {
        push @faults, "$where: not one of $1" unless grep { $_ eq $value } split /\|/, $1;
    } elsif ($type =~ /^\[(.*)\]$/) {
        return push @faults, "$where: no list" unless ref $value eq 'ARRAY';
        my $of = $1;
        check($of, $value->[$_], "$where\[$_]") for 0 .. $#$value;
    } elsif ($type =~ /^\{(.*)\}$/) {
        my $of = $1;
        check($of, $value->{$_}, "$where.$_") for sort keys %$value;
    } elsif ($plain{$type}) {
        push @faults, "$where: not of type $type" unless $plain{$type}->($value);
    } else {
        my $members = $types{$type} or die "no type $type";
        return push @faults, "$where: no object" unless ref $value eq 'HASH';
        for my $name (sort keys %$members) {
            my ($of, $required) = $members->{$name} =~ /^(.*?)(!?)$/;
            check($of, $value->{$name}, "$where.$name") if exists $value->{$name};
            push @faults, "$where: no $name" if $required && !exists $value->{$name};
        }
        $members->{$_} or push @faults, "$where: $_ is unexpected" for sort keys %$value;
    }
}

local $/;
open my $in, '<:raw', $ARGV[0] or die "$ARGV[0]: $!";
my $log = decode_json(<$in>);
check('log', $log, 'log');
my $run = $log->{runs}[0];
my @ids = map { $_->{id} } @{$run->{tool}{driver}{rules}};
my %seen;
push @faults, "rule $_ is there twice" for grep { $seen{$_}++ } @ids;
for my $r (@{$run->{results}}) {
    push @faults, "$r->{ruleId} is not rule $r->{ruleIndex}" unless ($ids[$r->{ruleIndex}] // '') eq $r->{ruleId};
    push @faults, "$r->{ruleId}: level $r->{level} of kind $r->{kind}" if ($r->{kind} eq 'fail') eq ($r->{level} eq 'none');
    push @faults, "$r->{ruleId}: no location" unless @{$r->{locations}};
}
print map { "$_\n" } @faults;
exit !!@faults;
