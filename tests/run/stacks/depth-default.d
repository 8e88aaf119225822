/*
 * Without the option as many as the kernel gives, 127; of the kernel's stack
 * nothing is seen from a user probe.
 * @trigger nest 1 300
 * @lock stacks
 */
#pragma D option quiet

nest$target:::deep { @[ustackdepth, stackdepth, caller] = count(); }
