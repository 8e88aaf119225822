/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Traces the sites of bench/direct/firing.c; WAY is the provider. At the end
 * it prints the counts that bench/direct/run compares with the firings.
 */
#pragma D option quiet

BEGIN { printf("go\n"); }
WAY$target:::count { @count = count(); }
WAY$target:::integer { @integer[arg0] = count(); }
WAY$target:::name { @name[probename] = count(); }
WAY$target:::string { @string[copyinstr(arg2)] = count(); }
WAY$target:::both { @both[arg0, copyinstr(arg2)] = count(); }
WAY$target:::other { @other[copyinstr(arg2)] = count(); }
WAY$target:::record
{
	trace(arg0); trace(arg0); trace(arg0); trace(arg0);
	trace(arg0); trace(arg0); trace(arg0); trace(arg0);
}
WAY$target:::two { trace((int)arg0); trace((int)arg1); }
WAY$target:::text { trace((int)arg0); trace(copyinstr(arg2, 15)); }
WAY$target:::steps { @steps = quantize(arg0); }
WAY$target:::counter { sum_of_a += arg0; }
WAY$target:::refused /arg0 == 12345/ { @refused = count(); }
WAY$target:::start { self->start = timestamp; }
WAY$target:::done /self->start/ { @ns = quantize(timestamp - self->start); self->start = 0; }
END { printa("\ncount %@d\n", @count); }
