#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# usdt: programs that lld or mold has linked, whose segments share pages of the file: probes that only fire where they are
# enabled do so from the start of a process on, direct ones as well, also without the object of -G. Where the semaphores are
# in such a page, because another object defines them, dtrace says so.
. tests/run/common.inc
mine=shared_$$
cat >"$TMP/shared.d" <<'END'
provider shared { probe go(int n); };
END
cat >"$TMP/shared.c" <<'END'
#include <stdio.h>
#include "shared.h"
int main(void)
{
	int fired = 0;

	for (int i = 0; i < 100; i++)
		if (SHARED_GO_ENABLED()) {
			SHARED_GO(i);
			fired++;
		}
	printf("%d\n", fired);
	return 0;
}
END
echo 'unsigned short shared_go_semaphore __attribute__((section(".probes"), visibility("hidden")));' >"$TMP/own.c"

# made OPTION WORD...: $TMP/$mine, linked with the words
made() {
	"$DT" -h $1 -s "$TMP/shared.d" -o "$TMP/shared.h" &&
		gcc -O2 -fPIC -I"$root/include" -I"$TMP" -c "$TMP/shared.c" -o "$TMP/shared.o" &&
		"$DT" -G $1 -s "$TMP/shared.d" -o "$TMP/prov.o" "$TMP/shared.o" || return 1
	shift
	gcc -fuse-ld=$linker "$TMP/shared.o" "$@" -o "$TMP/$mine"
}

for linker in lld mold; do
	command -v ld.$linker >/dev/null || { echo "skip $linker: needs ld.$linker"; continue; }
	for option in '' --direct; do
		[ "$option" = '' ] || [ "$(uname -m)" = x86_64 ] || continue
		for kind in '' -no-pie -static -Wl,-z,now; do
			made "$option" "$TMP/prov.o" $kind || { echo "not ok $linker-build$kind$option"; continue; }
			expect "$linker-command$kind$option" 0 -qn 'shared$target:::go { @ = count(); }' -c "$TMP/$mine" <<'END'
100

              100
--
END
			expect "$linker-later$kind$option" 0 -wqx objects="$TMP/$mine" -n '
				BEGIN { system("'"$TMP/$mine"'"); }
				shared*:'$mine'::go { @ = count(); }
				proc:::exit /execname == "'$mine'"/ { exit(0); }' <<'END'
100

              100
--
END
		done
	done

	# the sites' own semaphores; a second file and dropped sections change nothing
	printf '#include "shared.h"\nvoid more(void);\nvoid more(void) { if (SHARED_GO_ENABLED()) SHARED_GO(1); }\n' >"$TMP/more.c"
	for file in shared more; do
		gcc -O2 -fPIC -ffunction-sections -DSDT_AUTO_SEMAPHORE -I"$root/include" -I"$TMP" -c "$TMP/$file.c" -o "$TMP/$file.o"
	done
	for kind in '' -no-pie -Wl,--gc-sections; do
		gcc -fuse-ld=$linker "$TMP/more.o" "$TMP/shared.o" $kind -o "$TMP/$mine" || echo "not ok $linker-build-auto$kind"
		expect "$linker-auto$kind" 0 -qn 'shared$target:::go { @ = count(); }' -c "$TMP/$mine" <<'END'
100

              100
--
END
	done

	gcc -O2 -fPIC -c "$TMP/own.c" -o "$TMP/own.o" && made '' "$TMP/own.o" || echo "not ok $linker-build-own"
	said="TMP/$mine: processes that map it from now on may not fire probes, because they do not see that these are enabled: \
its linker (lld, mold) has put the semaphores into a page that two segments share; link it with a new object of dtrace -G"
	expect $linker-own 0 -qn 'shared$target:::go { @ = count(); }' -c "$TMP/$mine" <<END
0

--
dtrace: $said
END
done
