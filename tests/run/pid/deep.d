/*
 * More calls under way than the kernel keeps returns for: 2 x 121 entries, 2 x 64 returns, the others are said.
 * @trigger funcs 2 120
 */
#pragma D option quiet
#pragma D option droptags

pid$target:a.out:deep:entry, pid$target:a.out:deep:return { @[probename] = count(); }
