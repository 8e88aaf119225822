/*
 * One function with three names: each is a probe if it is named, a pattern
 * matches the plainest.
 * @trigger funcs 2
 */
#pragma D option quiet

pid$target:a.out:named:entry, pid$target:a.out:__named:entry, pid$target:a.out:other_name:entry { @[probefunc] = count(); }
pid$target:a.out:*named:entry { @glob[probefunc] = count(); }
