/*
 * Every operator on constants (folded) and on arguments (computed in the
 * kernel): the two columns are equal.
 * @trigger loop 8
 */
#pragma D option quiet

loop$target:::tick
/arg0 == 7/
{
	printf("%d %d\n", 7 + 3, arg0 + arg1);
	printf("%d %d\n", 7 - 30, arg0 - arg1 * 10);
	printf("%d %d\n", -7 / 2, -arg0 / 2);
	printf("%d %d\n", -7 % 3, -arg0 % arg1);
	printf("%d %d\n", 7 << 3, arg0 << arg1);
	printf("%d %d\n", -7 >> 1, -arg0 >> 1);
	printf("%d %d\n", 7 & 3, arg0 & arg1);
	printf("%d %d\n", 7 | 8, arg0 | 8);
	printf("%d %d\n", 7 ^ 3, arg0 ^ arg1);
	printf("%d %d\n", ~7, ~arg0);
	printf("%d %d\n", !7, !arg0);
	printf("%d %d\n", 7 < 3, arg0 < arg1);
	printf("%d %d\n", 7 >= 7, arg0 >= 7);
	printf("%d %d\n", 7 == 3, arg0 == arg1);
	printf("%d %d\n", 7 != 3, arg0 != arg1);
	printf("%d %d\n", 7 && 0, arg0 && 0);
	printf("%d %d\n", 0 || 7, 0 || arg0);
	printf("%d %d\n", 1 ^^ 1, arg0 ^^ arg1);
	printf("%d %d\n", 7 ? 11 : 12, arg0 ? 11 : 12);
	printf("%d %d\n", (7, 3), (arg0, arg1));
}
