/*
 * Arguments that a probe does not have are 0, also in BEGIN and END.
 * @trigger widths
 */
#pragma D option quiet
BEGIN { printf("%d %d\n", arg0, arg9); }
widths$target:::none { printf("%d %d\n", arg0, arg9); }
widths$target:::memory { printf("%d %d %d\n", arg7, arg8, arg9); }
