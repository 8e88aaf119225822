/*
 * A parent and its children on all CPUs: nothing is lost when they add to the
 * same cells. Other runs of the same program are not counted.
 * @trigger forks 3 5000
 */
#pragma D option quiet

forks$target:::work { @target[arg0] = count(); }
forks*:::work /pid == $target || ppid == $target/ { @all[arg0] = count(); @sum = sum(arg1); }
forks*:::work /pid == $target || ppid == $target/ { @pids[pid] = count(); }
END { printa("%d %@d\n", @target); printa("%d %@d\n", @all); printa("%@d\n", @sum); printa("%@d\n", @pids); }
