#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @lock stacks
#
# Options of other systems that are accepted and change nothing; a value of the wrong kind is still an
# error. docs/dtrace.1 explains why each has no effect.
. tests/run/common.inc

# NAME, a value, a value that is refused, and the valid alternative ('': none)
while read -r name value bad wanted; do
	expect "$name" 0 -x "$name=$value" -qn 'BEGIN { printf("same"); exit(0); }' <<'END'
same
--
END
	[ -n "$bad" ] || continue
	expect "$name-refused" 1 -x "$name=$bad" -qn BEGIN <<END
--
dtrace: failed to set -x $name: Invalid value for specified option (it takes $wanted)
END
done <<'END'
ctfpath /x
debugassert mutexes
dofstashpath /x
iregs 6 x a number from 0 to 1024
jstackstrsize 1k x a size from 0 bytes to 1m
kdefs yes maybe yes or no
knodefs yes maybe yes or no
late static never dynamic or static
lazyload yes maybe yes or no
ldpath /bin/ld
linkmode dynamic other kernel, dynamic or static
linknommap yes maybe yes or no
linktype dof coff elf or dof
modpath /x
pcapsize 64 x a size from 0 bytes to 1m
pgmax 4 x a number from 0 to 1048576
preallocate 1m x a size from 0 bytes
procfspath /x
strip yes maybe yes or no
sysslice yes maybe yes or no
temporal no maybe yes or no
tregs 4 x a number from 0 to 1024
udefs yes maybe yes or no
unodefs yes maybe yes or no
useruid 1000 x a number from 0 to 2147483647
version 2.0 x a version of D from 1.0 to 2.0
zone global
END

# scripts that give the version of the language for which they were written
expect version-of-script 0 -n '#pragma D option quiet
#pragma D option version=1.6
BEGIN { printf("same"); exit(0); }' <<'END'
same
--
END
