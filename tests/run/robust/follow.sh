#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 60
#
# The first thread of a traced process ends, or another thread's exec replaces it: files that the process opens or runs
# later are traced from the moment that -v reports, for which the program waits. An exec that changes the rights of a
# process (setuid) does not end its first thread, although the kernel's notice looks the same.
. tests/run/common.inc

cat >"$TMP/opened.d" <<'END'
provider opened { probe call(int n); };
END
cat >"$TMP/opened.c" <<'END'
#include "opened.h"
void call(int n) { if (OPENED_CALL_ENABLED()) OPENED_CALL(n); }
END
# follow HOW START GO FILE [WORD...]: the first thread ends when START has content; the second one goes on. HOW "stays":
# the first one goes on itself; "rights": it executes the program again, which is set-uid to another user
cat >"$TMP/follow.c" <<'END'
#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>
#include "follow.h"
#include "gate.h"
static char **words;
static pthread_t main_thread;
static void work(int cnt)
{
	for (int i = 0; i < cnt; i++)
		if (FOLLOW_WORK_ENABLED())
			FOLLOW_WORK(i);
}
static void open_and_call(const char *path)
{
	void (*call)(int) = (void (*)(int))dlsym(dlopen(path, RTLD_NOW), "call");
	wait_for_text(words[words[5] ? 5 : 3]);
	for (int i = 0; i < 50; i++)
		call(i);
}
static void *second(void *arg)
{
	wait_for_text(words[2]);
	if (words[1][0] == 'e')
		execl(words[0], words[0], "again", words[3], NULL);
	pthread_join(main_thread, NULL);
	wait_for_text(words[3]);
	if (words[1][0] == 'o')
		open_and_call(words[4]);
	work(100);
	return arg;
}
int main(int argc, char **argv)
{
	pthread_t thread;
	words = argv;
	main_thread = pthread_self();
	if (geteuid() != getuid() && seteuid(getuid()))
		return 1;
	if (argv[1][0] == 's') {
		wait_for_text(argv[2]);
		open_and_call(argv[4]);
		work(100);
		return 0;
	}
	if (argv[1][0] == 'r') {
		wait_for_text(argv[2]);
		execl(argv[0], argv[0], "stays", argv[3], argv[3], argv[4], argv[5], NULL);
	}
	if (argv[1][0] == 'a') {
		wait_for_text(argv[2]);
		work(70);
		return 0;
	}
	pthread_create(&thread, NULL, second, NULL);
	wait_for_text(argv[2]);
	if (argv[1][0] == 'e')
		pthread_join(thread, NULL);
	pthread_exit(NULL);
}
END
echo 'provider follow { probe work(int n); };' >"$TMP/follow.d"
(
	cd "$TMP" || exit 1
	"$DT" -h -s opened.d -o opened.h && $CC -O1 -fPIC -I"$root/include" -I. -c opened.c -o opened.o &&
		"$DT" -G -s opened.d -o opened.prov.o opened.o && $CC -shared opened.o opened.prov.o -o libopened.so
) || {
	echo "not ok build"
	exit 1
}
made follow -lpthread -ldl

install -o 65534 -m 4755 "$(command -v id)" "$TMP/id"
followed() { grep -q 'continues without its first thread' "$TMP/err" || ! kill -0 $dtrace 2>/dev/null; }
traced() { grep -q ' traced from [0-9.]* ms after process ' "$TMP/err" || ! kill -0 $dtrace 2>/dev/null; }

# trace NAME "FOLLOW'S WORDS" WORD...: dtrace WORD... -p follow; standard input: the output after "go"
trace() {
	cat >"$TMP/wanted"
	test_name=$1
	rm -f "$TMP/out" "$TMP/start" "$TMP/go" "$TMP/open"
	"$TMP/follow" $2 &
	pid=$!
	shift 2
	wait_for runs $pid "$TMP/follow"
	"$DT" -v -p $pid -qn 'BEGIN { printf("go\n"); }' "$@" >"$TMP/out" 2>"$TMP/err" </dev/null &
	dtrace=$!
	wait_for began
	echo >"$TMP/start"
	case $test_name in late-*)
		echo >"$TMP/go"
		wait_for traced
		echo >"$TMP/open"
		;;
	*)
		wait_for followed
		echo >"$TMP/go"
		;;
	esac
	ends "$test_name" <"$TMP/wanted"
}

lib=$TMP/libopened.so
trace library "opens $TMP/start $TMP/go $lib" -x objects="$lib" \
	-n 'opened$target:::call { @ = count(); @sum = sum(arg0); } follow$target:::work { @work = count(); }' <<'END'

               50
             1225
              100
END
trace late-library "opens $TMP/start $TMP/go $lib $TMP/open" -n 'follow$target:::work { @work = count(); }' \
	-Zn 'opened$target:::call { @ = count(); }' <<'END'

              100
               50
END
trace exec "exec $TMP/start $TMP/go" -n 'follow$target:::work { @ = count(); }' <<'END'

               70
END
if [ "$("$DT" -x features | awk '$1 == "perf_uprobe" { print $2 }')" = yes ]; then
	trace fallback "waits $TMP/start $TMP/go" -x nouprobemulti -n 'follow$target:::work { @ = count(); }' \
		-n 'pid$target:follow:work:entry { @entries = count(); }' <<-'END'

	              100
	                1
	END
	trace fallback-library "opens $TMP/start $TMP/go $lib" -x nouprobemulti -x objects="$lib" \
		-n 'opened$target:::call { @ = count(); @sum = sum(arg0); }' <<-'END'

	               50
	             1225
	END
	trace fallback-exec "exec $TMP/start $TMP/go" -x nouprobemulti -n 'follow$target:::work { @ = count(); }' <<-'END'

	               70
	END
	cp "$TMP/follow" "$TMP/own"
	install -o 65534 -m 4755 "$TMP/own" "$TMP/follow"
	if [ "$("$TMP/id" -u)" = 65534 ]; then
		trace late-rights "rights $TMP/start $TMP/go $lib $TMP/open" -x nouprobemulti -n 'follow$target:::work { @ = count(); }' -Zn 'opened$target:::call { @call = count(); }' <<-'END'

		              100
		               50
		END
	fi
	install -m 755 "$TMP/own" "$TMP/follow"
else
	echo "skip fallback: needs perf_uprobe"
fi

# a set-uid command: the notice of its own exec is read before the one about the library, and discards nothing
install -o 65534 -m 4755 "$TMP/follow" "$TMP/other"
for way in "" "-x nouprobemulti"; do
	if [ "$("$TMP/id" -u)" != 65534 ]; then
		echo "skip setuid$way: $TMP has no setuid programs"
		continue
	fi
	rm -f "$TMP/out" "$TMP/start" "$TMP/go" "$TMP/open"
	"$DT" -v $way -c "$TMP/other stays $TMP/start $TMP/go $lib $TMP/open" -qn 'BEGIN { printf("go\n"); }' \
		-n 'pid$target:a.out:work:entry { @entries = count(); } follow$target:::work { @ = count(); }' \
		-Zn 'opened$target:::call { @call = count(); }' >"$TMP/out" 2>"$TMP/err" </dev/null &
	dtrace=$!
	wait_for began
	echo >"$TMP/start"
	wait_for traced
	echo >"$TMP/open"
	ends "setuid$way" <<-'END'

		                1
		              100
		               50
	END
	grep 'goes on' "$TMP/err" >"$TMP/out"
	result "setuid-told$way" "$(cat "$TMP/out")"
done

# a function of a library that a command opens
rm -f "$TMP/out" "$TMP/start" "$TMP/go"
"$DT" -v -x objects="$lib" -c "$TMP/follow opens $TMP/start $TMP/go $lib" -qn 'BEGIN { printf("go\n"); }' \
	-n 'pid$target:libopened.so:call:entry { @ = count(); }' >"$TMP/out" 2>"$TMP/err" </dev/null &
dtrace=$!
wait_for began
echo >"$TMP/start"
wait_for followed
echo >"$TMP/go"
ends function <<'END'

               50
END
