/* @trigger widths */
#pragma D option quiet
widths$target:::ten
{
	printf("%d %d %d %d %d ", arg0, arg1, arg2, arg3, arg4);
	printf("%d %d %d %d %d\n", arg5, arg6, arg7, arg8, arg9);
}
