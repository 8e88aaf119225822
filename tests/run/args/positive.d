/* @trigger widths */
#pragma D option quiet
widths$target:::positive { printf("%d %d %d %u %d %d\n", arg0, arg1, arg2, arg3, arg4, arg5); }
