// SPDX-License-Identifier: BSD-2-Clause
/*
 * A library with events of LTTng-UST, for bench/direct/firing.c, which finds the
 * functions by name. It is one so that the measuring program can be built and
 * run where LTTng is not installed.
 */
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "bench/direct/lttng.inc"

#define EVENT __attribute__((noinline, aligned(64), visibility("default")))

EVENT void lttng_two(int a, int b, char *text)
{
	(void)text;
	lttng_ust_tracepoint(bench, two, a, b);
}

EVENT void lttng_text(int a, int b, char *text)
{
	(void)b;
	lttng_ust_tracepoint(bench, text, a, text);
}

EVENT void lttng_disabled(int a, int b, char *text)
{
	(void)text;
	lttng_ust_tracepoint(bench, disabled, a, b);
}
