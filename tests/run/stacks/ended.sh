#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @lock stacks
# @timeout 120
#
# stacks: processes that are asked about on their way to the end, as at proc:::exit, are forgotten again: programs know
# 4,096 processes, and more than these ended here before the one whose stack counts. Each stays there for a moment, in
# which dtrace reads its mappings.
. tests/run/common.inc

kin=$(printf 'nest%09d' $$)
cp "$TRIGGERS/nest" "$TMP/$kin"
cat >"$TMP/many.c" <<'C'
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	for (int i = 0; argc > 1 && i < atoi(argv[1]); i++) {
		pid_t pid = fork();

		if (!pid)
			_exit(0);
		if (pid < 0 || waitpid(pid, NULL, 0) != pid)
			return 1;
	}
	return 0;
}
C
$CC -O1 "$TMP/many.c" -o "$TMP/m$kin" || exit 1
name=$(printf '%.15s' "m$kin")

: >"$TMP/out"
"$DT" -w -x objects="$TMP/$kin" -qn 'BEGIN { printf("go\n"); }
	proc:::exit /execname == "'"$name"'"/ { @n = count(); @[ustack(3)] = count(); after = 1; n = 0; chill(300000); }
	nest*:'"$kin"'::inner { n++; }
	nest*:'"$kin"'::inner /n % 100 == 0/ { ustack(2); }
	nest*:'"$kin"'::inner /after && n > 100/ { @last[ustack(2)] = count(); }
	END { trunc(@); printa("%@d ended\n", @n); printa("%k%@d\n", @last); }' \
	>"$TMP/out" 2>"$TMP/err" </dev/null &
dtrace=$!
wait_for began
# reading the files for the first time takes longer than such a process lives
has_read_files() {
	"$TMP/$kin" 100 >/dev/null
	grep -q "$kin.left" "$TMP/out"
}
wait_for has_read_files
"$TMP/m$kin" 4500
"$TMP/$kin" 100 >/dev/null
kill $dtrace
wait $dtrace
# other programs of the machine map files, too: their notices may be lost while dtrace waits for a CPU
lost='^dtrace: notices of files that programs map were lost: '
sed -n '/ended$/,$p' "$TMP/out" | cat - "$TMP/err" | grep -v "$lost" |
	sed -E -e 's/\+0x[0-9a-f]+/+OFF/g; s/^ +//' -e "s/$kin/nest/g" >"$TMP/got"
# those, and their parent; the first 100 stacks may come before dtrace knows the process
if diff -u - "$TMP/got" <<'END'; then echo "ok ended"; else echo "not ok ended"; fi
4501 ended

nest`inner+OFF
nest`left+OFF
200

END
