#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 120
#
# usdt: our sites, traced by a program that uses libbpf (bpf_program__attach_usdt), as many tools do: sites of sys/sdt.h
# alone, those of -h and -G with their semaphores, arguments of several widths and signs, in registers, in memory and
# constant. This is another reader of the notes, so the check is independent.
. tests/run/common.inc

command -v "$CLANG" >/dev/null || {
	echo "skip attached: needs clang"
	exit
}
cat >"$TMP/app.d" <<'END'
provider app {
	probe widths(int8_t, uint16_t, int, uint64_t, char *);
	probe asked(long);
};
END
"$DT" -h -s "$TMP/app.d" -o "$TMP/app.h" || exit 1
cat >"$TMP/plain.c" <<'END'
#include <sys/sdt.h>
/* sites of sys/sdt.h alone, in a separate file, because app.h requests semaphores: a value, a constant, memory */
void hit(int i, volatile long *kept) { DTRACE_PROBE3(plain, hit, i, -7, kept[3]); }
END
cat >"$TMP/app.c" <<'END'
#include <stdint.h>
#include "app.h"

void hit(int i, volatile long *kept);
int main(void)
{
	volatile long kept[4] = { 0, 1, 2, 3 };

	for (int i = 0; i < 1000; i++) {
		char text[] = "text";

		hit(i, kept);
		APP_WIDTHS((int8_t)(i % 2 ? -1 : 1), (uint16_t)(65000 + i % 2), -i, (uint64_t)1 << 40, text);
		if (APP_ASKED_ENABLED())
			APP_ASKED(i);
	}
	return 0;
}
END
${CC:-cc} -O2 -Iinclude -I"$TMP" -c -o "$TMP/app.o" "$TMP/app.c" &&
	${CC:-cc} -O2 -Iinclude -c -o "$TMP/plain.o" "$TMP/plain.c" &&
	"$DT" -G -s "$TMP/app.d" -o "$TMP/prov.o" "$TMP/app.o" &&
	${CC:-cc} -o "$TMP/app" "$TMP/app.o" "$TMP/plain.o" "$TMP/prov.o" || exit 1

cat >"$TMP/count.bpf.c" <<'END'
#include <stdbool.h>
#include <linux/types.h>
#include <linux/bpf.h>
#include <linux/ptrace.h>
#include <bpf/bpf_helpers.h>
#include <bpf/usdt.bpf.h>

long sums[8], counts[4];

SEC("usdt") int BPF_USDT(hit, int a, long b, long c)
{
	__sync_fetch_and_add(&counts[0], 1);
	__sync_fetch_and_add(&sums[0], a);
	__sync_fetch_and_add(&sums[1], b);
	__sync_fetch_and_add(&sums[2], c);
	return 0;
}

SEC("usdt") int BPF_USDT(widths, long a, long b, long c, long d, void *text)
{
	char copy[8] = "";

	bpf_probe_read_user(copy, 5, text);
	__sync_fetch_and_add(&counts[1], 1);
	__sync_fetch_and_add(&sums[3], a);
	__sync_fetch_and_add(&sums[4], b);
	__sync_fetch_and_add(&sums[5], (int)c);
	__sync_fetch_and_add(&sums[6], d >> 40);
	if (copy[0] == 't' && copy[3] == 't' && !copy[4])
		__sync_fetch_and_add(&counts[3], 1);
	return 0;
}

SEC("usdt") int BPF_USDT(asked, long a)
{
	__sync_fetch_and_add(&counts[2], 1);
	__sync_fetch_and_add(&sums[7], a);
	return 0;
}

char LICENSE[] SEC("license") = "GPL";
END
case $TEST_MACHINE in
x86_64) target=x86 ;;
aarch64) target=arm64 ;;
*) target=$TEST_MACHINE ;;
esac
"$CLANG" -target bpf -D__TARGET_ARCH_$target -I"/usr/include/$TEST_MACHINE-linux-gnu" -O2 -g -c \
	-o "$TMP/count.bpf.o" "$TMP/count.bpf.c" || exit 1

cat >"$TMP/loader.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <bpf/bpf.h>
#include <bpf/libbpf.h>

static const struct { const char *program, *provider, *name; } probes[] = {
	{ "hit", "plain", "hit" }, { "widths", "app", "widths" }, { "asked", "app", "asked" },
};

/* loader OBJECT APP: attaches, runs APP, prints the program's variables as one line */
int main(int argc, char **argv)
{
	struct bpf_object *object = bpf_object__open_file(argv[1], NULL);
	struct bpf_map *bss;
	long values[12];
	int zero = 0;

	if (argc != 3 || !object || bpf_object__load(object))
		return 1;
	for (size_t i = 0; i < sizeof(probes) / sizeof(*probes); i++) {
		struct bpf_program *program = bpf_object__find_program_by_name(object, probes[i].program);

		if (!program || !bpf_program__attach_usdt(program, -1, argv[2], probes[i].provider,
							  probes[i].name, NULL)) {
			fprintf(stderr, "%s is not attached\n", probes[i].name);
			return 1;
		}
	}
	if (system(argv[2]))
		return 1;
	bss = bpf_object__find_map_by_name(object, ".bss");
	if (!bss || bpf_map__value_size(bss) != sizeof(values) ||
	    bpf_map_lookup_elem(bpf_map__fd(bss), &zero, values))
		return 1;
	for (size_t i = 0; i < 12; i++)
		printf("%ld%c", values[i], i == 11 ? '\n' : ' ');
	bpf_object__close(object);
	return 0;
}
END
${CC:-cc} -O1 -o "$TMP/loader" "$TMP/loader.c" -lbpf -lelf -lz || exit 1

# the object's symbols show which of the two comes first
order=$(readelf -sW "$TMP/count.bpf.o" | awk '$4 == "OBJECT" && $8 == "sums" { sums = $2 } $8 == "counts" { counts = $2 }
	END { print (sums < counts ? "sums counts" : "counts sums") }')
# i; -7; 3; -1 and 1 in turns; 65000 and 65001; -i; 1; i
sums="499500 -7000 3000 0 65000500 -499500 1000 499500"
counts="1000 1000 1000 1000"
case $order in
"sums counts") wanted="$sums $counts" ;;
*) wanted="$counts $sums" ;;
esac
got=$("$TMP/loader" "$TMP/count.bpf.o" "$TMP/app" 2>"$TMP/err")
result attached "$([ "$got" = "$wanted" ] || { echo "$got, expected $wanted"; cat "$TMP/err"; })"
# and no semaphore is left set: the count of "asked" without a tracer
"$TMP/app" || echo "not ok alone: exit $?"
