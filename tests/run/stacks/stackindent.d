/*
 * stackindent: blanks before frames, except those of %k.
 * @trigger nest 1
 * @filter off
 * @lock stacks
 */
#pragma D option quiet
#pragma D option stackindent=3

nest$target:::deep { ustack(2); printf("%k", ustack(2)); @[ustack(1)] = count(); }
