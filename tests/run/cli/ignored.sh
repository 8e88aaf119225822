#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Options of other systems that are taken and change nothing; a value of the wrong kind is still an
# error. docs/dtrace.1 says why each has no effect.
. tests/run/common.inc

# NAME, a value, a value that is refused ('' : there is none)
while read -r name value bad; do
	expect "$name" 0 -x "$name=$value" -qn 'BEGIN { printf("same"); exit(0); }' <<'END'
same
--
END
	[ -n "$bad" ] || continue
	expect "$name-refused" 1 -x "$name=$bad" -qn BEGIN <<END
--
dtrace: failed to set -x $name: Invalid value for specified option
END
done <<'END'
ctfpath /x
ctypes /nowhere/file
debugassert mutexes
dofstashpath /x
dtypes /nowhere/file
iregs 6 x
jstackstrsize 1k x
kdefs yes maybe
knodefs yes maybe
late static never
lazyload yes maybe
ldpath /bin/ld
linkmode dynamic other
linknommap yes maybe
linktype dof coff
modpath /x
pcapsize 64 x
pgmax 4 x
preallocate 1m x
procfspath /x
strip yes maybe
sysslice yes maybe
temporal no maybe
tregs 4 x
udefs yes maybe
unodefs yes maybe
useruid 1000 x
version 1.0
zone global
END
