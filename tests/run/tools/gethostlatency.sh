#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# gethostlatency: a line for each name that a program looks up, and none for calls between the lookup functions.
. tests/run/tools/common.inc

cat >"$TMP/names.py" <<END
import ctypes, socket
socket.getaddrinfo("localhost", 80)
try:
    socket.getaddrinfo("nothing.invalid", 80, 0, 0, 0, socket.AI_NUMERICHOST)
except OSError:
    pass
libc = ctypes.CDLL(None)
libc.gethostbyname(b"127.0.0.1")
libc.gethostbyname2(b"127.0.0.2", 2)
END
before=$(milliseconds)
tool gethostlatency -n python3 -c "$(python names.py)"
after=$(milliseconds)
result time "$(awk -v most=$((after - before)) 'NR > 1 && NF && !($4 > 0 && $4 <= most)' "$TMP/out")"
sed -i -E 's/^[0-9]{2}:[0-9]{2}:[0-9]{2} [0-9]+ *(python3 *) [0-9]+\.[0-9]{3} /TIME PID \1 MS /' "$TMP/out"
prints names 'TIME     PID     COMMAND            LAT(ms) HOST
TIME PID python3              MS localhost
TIME PID python3              MS nothing.invalid
TIME PID python3              MS 127.0.0.1
TIME PID python3              MS 127.0.0.2'

# a lookup that the program leaves by longjmp() does not hide the next ones
cat >"$TMP/leaves.c" <<'END'
#include <netdb.h>
#include <setjmp.h>
#include <stddef.h>

static jmp_buf out;
static int leaves;

void *__libc_malloc(size_t bytes);

void *malloc(size_t bytes)
{
	if (leaves)
		longjmp(out, leaves--);
	return __libc_malloc(bytes);
}

static void look(const char *name)
{
	static const struct addrinfo hints = { .ai_flags = AI_NUMERICHOST };
	struct addrinfo *found;

	if (!setjmp(out))
		getaddrinfo(name, "80", &hints, &found);
}

int main(void)
{
	leaves = 1;
	look("127.0.0.1");
	gethostbyname("127.0.0.2");
	look("127.0.0.3");
	return 0;
}
END
$CC "$TMP/leaves.c" -o "$TMP/leaves" || exit 1
tool gethostlatency -c "$TMP/leaves"
sed -i -E 's/^[0-9]{2}:[0-9]{2}:[0-9]{2} [0-9]+ *(leaves *) [0-9]+\.[0-9]{3} /TIME PID \1 MS /' "$TMP/out"
prints left 'TIME     PID     COMMAND            LAT(ms) HOST
TIME PID leaves               MS 127.0.0.2
TIME PID leaves               MS 127.0.0.3'
