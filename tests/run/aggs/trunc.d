/*
 * trunc() keeps the largest values, with a negative number the smallest;
 * without a number, none; ties are ordered by key.
 * @trigger loop 100
 */
#pragma D option quiet

loop$target:::tick { @a[arg0 / 10] = count(); @a[arg1] = count(); @b[arg0 % 7] = sum(arg0); @c[arg1, "x"] = max(arg0); }
loop$target:::tick { @all[arg1] = count(); @one = count(); @q[arg1 & 1] = lquantize(arg0, 0, 100, 50); @n[arg1] = count(); @none = count(); }
END
{
	trunc(@a, 3);
	trunc(@b, -2);
	trunc(@c, 100);
	trunc(@all);
	trunc(@one, 1);
	trunc(@none);
	trunc(@q, 1);
	trunc(@n, (int)arg0 - 1);
	printa("%d %@d\n", @a);
	trunc(@a, 1);
	printa("%d %@d\n", @a);
}
