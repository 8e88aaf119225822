#!/usr/sbin/dtrace -Cs
/*
 * Macros that dtrace defines for the preprocessor.
 */
#pragma D option quiet

#if defined(__SUNW_D) && __SUNW_D_VERSION >= 0x01000000
#define IS_D "D"
#else
#define IS_D "something else"
#endif
#ifdef __SUNW_D_64
#define BITS 64
#else
#define BITS 32
#endif

BEGIN
{
	printf("%s of %d bits, long of %d\n", IS_D, BITS, sizeof(long) * 8);
	exit(0);
}
