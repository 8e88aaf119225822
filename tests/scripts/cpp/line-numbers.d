#!/usr/sbin/dtrace -Cs
/*
 * A message gives the line in the script, not the one in the preprocessor's output.
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
