#!/usr/sbin/dtrace -s
/*
 * Sampled priorities and classes of running threads: a histogram for each class.
 * @trigger work cpu:60
 * @awk /value/ { heads++ } $NF ~ /^[0-9]+$/ { n += $NF } END { print heads, (n > 10) }
 */
#pragma D option quiet

profile:::profile-997hz
/pid == $target/
{
	@levels[stringof(curlwpsinfo->pr_clname)] = lquantize(curlwpsinfo->pr_pri, 0, 140, 20);
}

END
{
	printf("priorities of the command\n");
	printa("%s\n%@d\n", @levels);
}
