/*
 * A recursion of 300 calls: a stack has no more frames than maxframes, and
 * ustackdepth counts no more. main and what called it are four.
 * @trigger nest 1 300
 * @filter off
 * @lock stacks
 */
#pragma D option quiet
#pragma D option maxframes=8

nest$target:::deep { ustack(100); printf("%d frames\n", ustackdepth); }
nest$target:::inner /ustackdepth == 7/ { @["main > right > left > inner"] = count(); }
nest$target:::inner /ustackdepth == 6/ { @["main > left > inner"] = count(); }
