/*
 * Stacks as keys: each path to the function has its own count, printed on a
 * line of its own. Also as one of several keys, and with a format.
 * @trigger nest 1000
 * @filter off
 * @lock stacks
 */
#pragma D option quiet

nest$target:::inner { @[ustack(3)] = count(); @first[ustack(1)] = count(); }
nest$target:::inner { @two["way", ustack(2), arg0 > 499] = sum(1); }
nest$target:::deep { @empty[stack()] = count(); }
END { printa("%@d%k\n", @first); printa(@two); printa(@empty); printa(@); }
