#!/usr/sbin/dtrace -s
/*
 * Calls by line as a linear histogram, one bucket for every ten lines.
 * @trigger languages python
 */
#pragma D option quiet

inline int first = 0;
inline int last = 60;

python$target:::function-entry
{
	@[basename(copyinstr(arg0))] = lquantize(arg2, first, last, 10);
}
