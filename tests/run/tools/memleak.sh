#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# memleak: exact bytes of each function that allocates, with blocks that move, a realloc that fails, and threads that
# reuse each other's addresses.
. tests/run/tools/common.inc

cat >"$TMP/leaks.c" <<'END'
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#define KEEP __attribute__((noinline, noclone))
#define RETURN(p) __asm__ volatile("" : "+r"(p)); return p
void *volatile kept;
KEEP void *by_malloc(size_t n) { void *p = malloc(n); RETURN(p); }
KEEP void *by_calloc(size_t n) { void *p = calloc(n, 3); RETURN(p); }
KEEP void *by_realloc(void *old, size_t n) { void *p = realloc(old, n); RETURN(p); }
KEEP void *by_posix(size_t n) { void *p; if (posix_memalign(&p, 64, n)) p = NULL; RETURN(p); }
KEEP void *by_aligned(size_t n) { void *p = aligned_alloc(64, n); RETURN(p); }
KEEP void *by_thread(void *unused)
{
	for (int i = 0; i < 30; i++)
		free(realloc(malloc(20 + i), 200 + i));
	free(unused);
	return malloc(1111);
}
int main(void)
{
	pthread_t threads[4];

	for (int i = 0; i < 10; i++) {
		kept = by_malloc(100);
		free(by_malloc(1000));
		kept = by_calloc(700);
	}
	kept = by_realloc(by_realloc(by_malloc(1), 3000), 300);
	if (by_realloc(kept, PTRDIFF_MAX) != NULL)
		return 1;
	free(by_realloc(NULL, 7));
	kept = by_realloc(NULL, 70);
	free(by_posix(640));
	kept = by_posix(640);
	kept = by_aligned(64);
	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, by_thread, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
END
${CC:-gcc} -O1 -fno-builtin -fno-optimize-sibling-calls -pthread "$TMP/leaks.c" -o "$TMP/leaks" || exit 1

tool memleak -t 100 -c "$TMP/leaks"
result freed "$(grep '^-*[0-9]* bytes$' "$TMP/out" | grep -v '^[1-9]')"
# the sum for each function of the program
awk '/^-?[0-9]+ bytes/ { bytes = $1 }
	match($0, /by_[a-z]*/) { sum[substr($0, RSTART, RLENGTH)] += bytes }
	END { for (name in sum) print name, sum[name] }' "$TMP/out" | sort >"$TMP/sums"
mv "$TMP/sums" "$TMP/out"
prints functions 'by_aligned 64
by_calloc 21000
by_malloc 1000
by_posix 640
by_realloc 370
by_thread 4444'

tool memleak -t 1 -c "$TMP/leaks"
result largest "$([ "$(grep ' bytes$' "$TMP/out")" = '21000 bytes' ] || cat "$TMP/out" "$TMP/err")"

tool memleak -d 1
result no-process "$([ $status = 2 ] && grep -q 'needs -p or -c' "$TMP/err" || echo "status $status")"
