# SPDX-License-Identifier: GPL-3.0-or-later
#
# Models held against what was seen of a program: a log, one label a line, is a path of the model, and no longer one when an edge
# that it goes along is taken out.
package Automata;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT_OK = qw(accepts deterministic edges_along walk);

# Whether a log is a path of the model in a file; what is said stands in LOG.
sub accepts
{
    my ($model, $log, $said) = @_;
    return system("cwolf lts check-traces $model $log >'$said' 2>&1") == 0;
}

# A deterministic model, reduced by weak traces: head, edges as they stand in the file, and by state and label [edge, target].
sub deterministic
{
    my ($path) = @_;
    open my $f, '<', $path or die "$path: $!";
    chomp(my ($head, @edges) = <$f>);
    my %next;
    /^\((\d+),"(.*)",(\d+)\)$/ and $next{$1}{$2} = [$_, $3] for @edges;
    return {head => $head, edges => \@edges, next => \%next, first => $head =~ /^des \((\d+)/};
}

# The states that a log goes through, the first included; () where it is no path.
sub walk
{
    my ($model, @events) = @_;
    my @states = ($model->{first});
    for my $event (@events) {
        my $edge = $model->{next}{$states[-1]}{$event} or return;
        push @states, $edge->[1];
    }
    return @states;
}

# Takes each edge out in turn that a log goes along. Returns how many there are, and after how many removals the log is still
# accepted. Writes into the directory.
sub edges_along
{
    my ($model, $log, $directory) = @_;
    open my $f, '<', $log or die "$log: $!";
    chomp(my @events = <$f>);
    my @states = walk($model, @events) or return (0, 1);
    my %used = map { $model->{next}{$states[$_]}{$events[$_]}[0] => 1 } 0 .. $#events;
    my $missed = 0;
    my $head = $model->{head} =~ s/,(\d+),/',' . ($1 - 1) . ','/er;
    for my $edge (keys %used) {
        open my $out, '>', "$directory/mutant.aut" or die "$directory/mutant.aut: $!";
        print $out map {"$_\n"} $head, grep { $_ ne $edge } @{$model->{edges}};
        close $out or die "$directory/mutant.aut: $!";
        $missed += accepts("$directory/mutant.aut", $log, "$directory/mutant.log");
    }
    return (scalar keys %used, $missed);
}

1;
