/*
 * A recursion of 300 calls: a stack has at most maxframes frames, and
 * ustackdepth counts no more. main and its callers are four.
 * @trigger nest 1 300
 * @filter off
 * @lock stacks
 */
#pragma D option quiet
#pragma D option maxframes=8

nest$target:::deep { ustack(100); printf("%d frames\n", ustackdepth); }
nest$target:::inner /ustackdepth == 7/ { @["main > right > left > inner"] = count(); }
nest$target:::inner /ustackdepth == 6/ { @["main > left > inner"] = count(); }
