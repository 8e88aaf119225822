#!/usr/sbin/dtrace -Cs
/*
 * A message tells the line of the script, not that of what the preprocessor made.
 * @exit 1
 * @args -I tests/scripts/cpp
 */
#include "shared.h"

#define WRONG(x) (x) + nothing_like_this

BEGIN
{
	trace(
	    WRONG(1));
	exit(0);
}
