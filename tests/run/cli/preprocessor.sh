#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# -C and its options, by letter and by -x: the same effect.
. tests/run/common.inc

mkdir -p "$TMP/inc"
echo '#define VALUE 40' >"$TMP/inc/value.h"
cat >"$TMP/c.d" <<'END'
#include "value.h"
#ifndef GIVEN
#define GIVEN 0
#endif
BEGIN { printf("%d %d", VALUE, GIVEN); exit(0); }
END
run='-q -s'
both() {
	name=$1 wanted=$2; shift 2
	printf '%s\n--\n' "$wanted" >"$TMP/in"
	expect "$name" 0 "$@" $run "$TMP/c.d" <"$TMP/in"
}
both letters '40 2' -C -I "$TMP/inc" -D GIVEN=2
both undefine-letter '40 0' -C -I "$TMP/inc" -D GIVEN=2 -U GIVEN
both cpp '40 0' -x cpp -x "incdir=$TMP/inc"
both cpp-yes '40 0' -x cpp=no -x cpp=yes -x "incdir=$TMP/inc"
both define '40 3' -x cpp -x "incdir=$TMP/inc" -x define=GIVEN=3
both undef '40 0' -x cpp -x "incdir=$TMP/inc" -x define=GIVEN=3 -x undef=GIVEN
both cppargs '40 4' -x cpp -x "cppargs=-I$TMP/inc" -x cppargs=-DGIVEN=4
both cppargs-several '40 5' -x cpp -x "cppargs=-I $TMP/inc -DGIVEN=5"
both cpppath '40 0' -x cpp -x cpppath="$(command -v cpp)" -x "incdir=$TMP/inc"
both stdc '40 0' -C -x stdc=a -I "$TMP/inc"
both conformance-letter '40 0' -C -X s -I "$TMP/inc"
DTRACE_OPT_CPP=1 both environment '40 0' -I "$TMP/inc"

# a pipe can be read only once
cat "$TMP/c.d" | (
	printf '40 0\n--\n' >"$TMP/in"
	exec 3<"$TMP/in"
	exec 4<&0
	expect pipe 0 -C -I "$TMP/inc" -q -s /dev/fd/4 <&3
)

# a script that is run by its name finds headers in its own folder
printf '#!/usr/sbin/dtrace -Cqs\n#include "value.h"\nBEGIN { trace(VALUE); exit(0); }\n' >"$TMP/inc/run.d"
printf '40\n--\n' >"$TMP/in"
expect interpreter 0 -Cqs "$TMP/inc/run.d" <"$TMP/in"

# editors of other systems write a byte order mark
printf '\357\273\277#!/usr/sbin/dtrace -Cqs\n#define VALUE 41\nBEGIN { printf("%%d %%d", VALUE, __LINE__); exit(0); }\n' >"$TMP/mark.d"
printf '41 3\n--\n' >"$TMP/in"
expect mark 0 -Cqs "$TMP/mark.d" <"$TMP/in"
cat "$TMP/mark.d" | (
	exec 3<"$TMP/in"
	exec 4<&0
	expect mark-pipe 0 -Cqs /dev/fd/4 <&3
)

for how in -H '-x cpphdrs'; do
	expect "headers$how" 0 -C $how -I "$TMP/inc" -q -s "$TMP/c.d" <<'END'
40 0
--
. TMP/inc/value.h
Multiple include guards may be useful for:
TMP/inc/value.h
END
done
expect cpppath-fails 1 -x cpppath=/bin/false -Cqs "$TMP/c.d" <<'END'
--
dtrace: the preprocessor /bin/false failed
END
expect bad-conformance 1 -X z -n BEGIN <<'END'
--
dtrace: failed to set -X z: Invalid value for specified option (it takes a, c, s or t)
END
expect bad-stdc 1 -x stdc=ansi -n BEGIN <<'END'
--
dtrace: failed to set -x stdc: Invalid value for specified option (it takes a, c, s or t)
END
expect bad-define 1 -x define -n BEGIN <<'END'
--
dtrace: failed to set -x define: Invalid value for specified option (it takes a text: preprocessor: define a macro (-D))
END
expect bad-cpppath 1 -x cpppath=/no/cpp -C -s "$TMP/c.d" <<'END'
--
dtrace: failed to run the preprocessor /no/cpp: No such file or directory
END

# macros about the machine
cat >"$TMP/m.d" <<'END'
BEGIN { printf("%d %d %d %d %d %d %x", __linux, __unix, __SVR4, __Linux, __SUNW_D, __SUNW_D_64, __SUNW_D_VERSION); exit(0); }
END
expect machine 0 -Cq -s "$TMP/m.d" <<'END'
1 1 1 1 1 1 2000000
--
END
# enumerators of C headers may be above INT_MAX, those of a script that is not preprocessed may not
cat >"$TMP/e.d" <<'END'
#include <sys/epoll.h>
BEGIN { x = EPOLLET | EPOLLIN; printf("%d %d", EPOLLET, x); exit(0); }
END
expect enumerators 0 -Cqs "$TMP/e.d" <<'END'
2147483648 2147483649
--
END
# macros of headers whose text is a built-in of the compiler or another symbol
cat >"$TMP/b.d" <<'END'
#include <stddef.h>
#include <stdlib.h>
#include <libgen.h>
struct pair { int first, second; };
BEGIN
{
	this->p = (struct pair *)alloca(sizeof(struct pair) * 2);
	this->p[1].second = 7;
	printf("%d %d %s", offsetof(struct pair, second), this->p[1].second,
	    basename("/a/b"));
	exit(0);
}
END
expect compiler-names 0 -Cqs "$TMP/b.d" <<'END'
4 7 b
--
END
# siginfo_t of <signal.h> has other members than that of the library
cat >"$TMP/s.d" <<'END'
#include <signal.h>
BEGIN { printf("%d %d", curpsinfo->pr_pid == pid, SIGUSR1); exit(0); }
END
expect types-of-library 0 -Cqs "$TMP/s.d" <<'END'
1 10
--
END
# -n texts are not preprocessed
expect not-for-n 0 -C -D BEGIN=END -qn 'BEGIN { printf("n"); exit(0); }' <<'END'
n
--
END
