/*
 * ustack() as a statement and as a value: the frames of the process, innermost
 * first, limited by the argument or the option. The process has ended when its
 * records are read.
 * @trigger nest 1 5
 * @filter off
 * @lock stacks
 */
#pragma D option quiet
#pragma D option ustackframes=2
#pragma D option jstackframes=1
#pragma D option jstackstrsize=64

nest$target:::inner { printf("%d", arg0); ustack(3); }
nest$target:::inner { trace(ustack()); }
nest$target:::deep { ustack(); jstack(); }
nest$target:::deep { printf("deep%k|%-4k|", ustack(1), ustack(2)); }
