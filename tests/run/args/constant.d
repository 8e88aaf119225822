/* @trigger widths */
#pragma D option quiet
widths$target:::constant { printf("%d %d %d %d %d %d\n", arg0, arg1, arg2, arg3, arg4, arg5); }
