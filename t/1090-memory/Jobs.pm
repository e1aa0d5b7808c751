# SPDX-License-Identifier: GPL-3.0-or-later
#
# A function applied to many things by several processes.
package Jobs;
use strict;
use warnings;
use Exporter 'import';
use POSIX ();
use Storable qw(nstore retrieve);
our @EXPORT_OK = qw(parallel);

# The results of `$work`, a reference each, in the order of the items; undef where a process died. Each call has a new directory
# below `$dir` as its current one, which is removed afterwards.
sub parallel
{
    my ($jobs, $dir, $work, @items) = @_;
    my %mine;
    for my $job (0 .. $jobs - 1) {
        my $child = fork // die "fork: $!\n";
        $mine{$child} = 1;
        next if $child;
        for (my $i = $job; $i < @items; $i += $jobs) {
            mkdir "$dir/$i" or die "$dir/$i: $!\n";
            chdir "$dir/$i";
            my $result = $work->($items[$i]);
            chdir $dir;
            system 'rm', '-rf', "$dir/$i";
            nstore($result, "$dir/result-$i");
        }
        POSIX::_exit(0);
    }
    waitpid $_, 0 for keys %mine;
    return map { -e "$dir/result-$_" ? retrieve("$dir/result-$_") : undef } 0 .. $#items;
}

1;
