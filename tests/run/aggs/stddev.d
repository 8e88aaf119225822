/*
 * stddev(): results that are integers and others, with keys, at the limits of
 * 64 bits, in formats; and large values that differ little, as docs/limits.md
 * says.
 * @trigger loop 100
 */
#pragma D option quiet

BEGIN { @two = stddev(2); @two = stddev(4); @two = stddev(4); @two = stddev(4); }
BEGIN { @two = stddev(5); @two = stddev(5); @two = stddev(7); @two = stddev(9); }
BEGIN { @wide = stddev(9223372036854775807); @wide = stddev(-9223372036854775807 - 1); }
BEGIN { @one = stddev(-7); }
BEGIN { @near = stddev(1000000000); @near = stddev(1000000001); }
BEGIN { @far = stddev(1000000000 - 1000000000); @far = stddev(1000000001 - 1000000000); }
loop$target:::tick { @all = stddev(arg0); @key[arg1] = stddev(arg0); }
loop$target:::signed-value { @signed = stddev(arg0); @large = stddev(arg1); }
END { printa("%d: %@d %@u %@x %@8d|\n", @key); }
