/*
 * llquantize(): steps that divide the factor, equal it or exceed it; negative
 * values mirror positive ones; the middle bucket has three names; one step by
 * default.
 * @trigger loop 100
 */
#pragma D option quiet

loop$target:::tick { @five = llquantize(arg0, 10, 0, 1, 5); @ten = llquantize(arg0, 10, 1, 1, 10); @one = llquantize(arg0, 3, 0, 3); }
loop$target:::tick { @twenty[arg1 & 1] = llquantize(arg0 * 3, 10, 1, 2, 20); @fine = llquantize(arg0 >> 3, 10, 0, 1, 20); }
loop$target:::signed-value { @signed = llquantize(arg0, 2, 1, 4, 2); @large = llquantize(arg1, 10, 9, 10, 10, 2); }
BEGIN { @end = llquantize(-9223372036854775807 - 1, 2, 60, 61, 2); @end = llquantize(9223372036854775807, 2, 60, 61, 2); }
BEGIN { @weight = llquantize(7, 10, 0, 1, 10, -3); @weight = llquantize(-7, 10, 0, 1, 10, 1); @zero = llquantize(0, 10, 0, 1, 10); }
BEGIN { @below = llquantize(-30, 10, 2, 3, 10); @above = llquantize(3, 10, 2, 3, 10); }
