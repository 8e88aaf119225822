#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 120
#
# Process ids that are reused again and again, by two programs alternately, with different functions at the same address:
# all firings are counted, and none has the name of the other program's function. Names of processes that ended before
# dtrace examined them may be missing. Runs in a pid namespace with few ids, if namespaces have a limit of their own.
. tests/run/common.inc

max=$(cat /proc/sys/kernel/pid_max)
unshare -pf --mount-proc sh -c "echo $((max + 1)) >/proc/sys/kernel/pid_max" 2>/dev/null || {
	echo "skip wrap: needs pid namespaces (not in a chroot)"
	exit 0
}
[ "$(cat /proc/sys/kernel/pid_max)" = "$max" ] || {
	echo "$max" >/proc/sys/kernel/pid_max
	echo "skip wrap: a pid namespace has no limit of its own"
	exit 0
}

for name in alpha_$$ beta_$$; do
	cat >"$TMP/$name.c" <<END
#include <unistd.h>
__attribute__((noinline)) int $name(void)
{
	int parent = getppid();

	__asm__ volatile("" : : : "memory");
	return parent + 1;
}

int main(void)
{
	return $name() == 0;
}
END
	gcc -O1 -fno-omit-frame-pointer -no-pie -o "$TMP/$name" "$TMP/$name.c" || exit 1
done
cat >"$TMP/turns.c" <<END
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	for (int i = 0; i < 3000 && argc > 2; i++) {
		pid_t pid = vfork();

		if (!pid) {
			execl(argv[1 + i % 2], argv[1 + i % 2], (char *)0);
			_exit(1);
		}
		waitpid(pid, NULL, 0);
	}
	return 0;
}
END
gcc -O1 -o "$TMP/turns" "$TMP/turns.c" || exit 1

unshare -pf --mount-proc sh -c 'echo 350 >/proc/sys/kernel/pid_max; exec "$@"' few "$DT" -q -n "
	syscall::getppid:entry /execname == \"alpha_$$\" || execname == \"beta_$$\"/
	{ @[execname, ufunc(ucaller)] = count(); @all[execname] = count(); @pid = max(pid); @low = min(pid); }
	END { printa(\"name %s %A %@d\\n\", @); printa(\"all %s %@d\\n\", @all); printa(\"pid %@d\\n\", @pid); }" \
	-c "$TMP/turns $TMP/alpha_$$ $TMP/beta_$$" >"$TMP/out" 2>"$TMP/err" </dev/null
status=$?
result counts "$([ $status -eq 0 ] || cat "$TMP/err"; awk -v alpha=alpha_$$ -v beta=beta_$$ '
	$1 == "all" { all[$2] = $3 }
	$1 == "name" { named[$2] += $4 }
	$1 == "pid" && $2 >= 350 { print "pid " $2 }
	END {
		if (all[alpha] != 1500 || all[beta] != 1500) print all[alpha] + 0, all[beta] + 0
		if (named[alpha] != 1500 || named[beta] != 1500) print "by name " named[alpha] + 0, named[beta] + 0
	}' "$TMP/out")"
result names "$(awk '$1 == "name" && $3 ~ /`/ && index($3, $2 "`" $2) != 1' "$TMP/out")"
result named "$(awk '$1 == "name" && $3 ~ /`/ { cnt += $4 } END { if (!cnt) print "no address has a name" }' "$TMP/out")"
