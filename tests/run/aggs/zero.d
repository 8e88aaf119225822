/*
 * Sums of 0 and weights that cancel are values, because their probes fired.
 * Without a firing there is no row.
 */
#pragma D option quiet

BEGIN { @sum = sum(0); @cancel = sum(5); @cancel = sum(-5); @key["sum", 1] = sum(0); @avg = avg(0); }
BEGIN { @none = sum(1); trunc(@none); @some[3] = sum(0); @some[4] = sum(0); }
BEGIN { @q = quantize(8, 1); @q = quantize(8, -1); @l = lquantize(8, 0, 30, 10, 0); @ll = llquantize(8, 10, 1, 3, 10, 0); }
BEGIN /pid < 0/ { @never = sum(0); @neverq = quantize(1, 0); @neverkey[1] = max(1); @neverdev = stddev(0); }
BEGIN { @low = max(-9223372036854775807 - 1); @high = min(9223372036854775807); @dev = stddev(0); exit(0); }
