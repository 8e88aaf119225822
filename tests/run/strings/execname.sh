#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# execname of a thread that is renamed to names of every length, also shorter than before: as text, as a key (nothing
# after the NUL) and compared with a constant. In a probe of the kernel and in one of a process.
. tests/run/common.inc
cat >"$TMP/names.d" <<'END'
provider names { probe renamed(int); };
END
cat >"$TMP/names.c" <<'END'
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "names.h"

int main(void)
{
	char name[16] = "abcdefghijklmno";

	for (int len = 15; len >= 0; len--) {
		name[len] = 0;
		prctl(PR_SET_NAME, name);
		NAMES_RENAMED(len);
		syscall(SYS_getppid);
	}
	prctl(PR_SET_NAME, "abcdefgh");
	syscall(SYS_getppid);
	return 0;
}
END
made names
expect names 0 -q -c "$TMP/names" -n '
names$target:::renamed { printf("%d [%s] %d\n", (int)arg0, execname, (int)strlen(execname)); @user[execname] = count(); }
syscall::getppid:entry /pid == $target/ { @kernel[execname] = count(); }
syscall::getppid:entry /pid == $target && execname == "abcdefgh"/ { eight++; }
syscall::getppid:entry /pid == $target && execname < "abc"/ { less++; }
END { printf("%d %d\n", eight, less); printa("%s %@d\n", @user); printa("%s %@d\n", @kernel); }' <<'END'
15 [abcdefghijklmno] 15
14 [abcdefghijklmn] 14
13 [abcdefghijklm] 13
12 [abcdefghijkl] 12
11 [abcdefghijk] 11
10 [abcdefghij] 10
9 [abcdefghi] 9
8 [abcdefgh] 8
7 [abcdefg] 7
6 [abcdef] 6
5 [abcde] 5
4 [abcd] 4
3 [abc] 3
2 [ab] 2
1 [a] 1
0 [] 0
2 3
 1
a 1
ab 1
abc 1
abcd 1
abcde 1
abcdef 1
abcdefg 1
abcdefgh 1
abcdefghi 1
abcdefghij 1
abcdefghijk 1
abcdefghijkl 1
abcdefghijklm 1
abcdefghijklmn 1
abcdefghijklmno 1
 1
a 1
ab 1
abc 1
abcd 1
abcde 1
abcdef 1
abcdefg 1
abcdefghi 1
abcdefghij 1
abcdefghijk 1
abcdefghijkl 1
abcdefghijklm 1
abcdefghijklmn 1
abcdefghijklmno 1
abcdefgh 2

--
END
