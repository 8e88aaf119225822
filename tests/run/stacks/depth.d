/*
 * A recursion of 300 calls: a stack has at most maxframes frames, and
 * ustackdepth counts no more. How many callers main has depends on the machine.
 * @trigger nest 1 300
 * @filter off
 * @lock stacks
 */
#pragma D option quiet
#pragma D option maxframes=8

nest$target:::deep { ustack(100); printf("%d frames\n", ustackdepth); }
nest$target:::inner /!first/ { first = ustackdepth; }
nest$target:::inner /ustackdepth == first/ { @["main > left > inner"] = count(); }
nest$target:::inner /ustackdepth == first + 1/ { @["main > right > left > inner"] = count(); }
