/*
 * Without the option there are as many frames as the kernel returns, 127; a
 * user probe has no kernel stack.
 * @trigger nest 1 300
 * @lock stacks
 */
#pragma D option quiet

nest$target:::deep { @[ustackdepth, stackdepth, caller] = count(); }
