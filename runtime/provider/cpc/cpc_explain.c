/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Why there is no such probe, and which name to write instead.
 */
#include <ctype.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>

#include "base/text/nearest.h"
#include "base/text/strbuf.h"
#include "runtime/kernel/bpf_error.h"
#include "runtime/kernel/link/perf_counter.h"
#include "runtime/provider/cpc/cpc.h"

enum { NEAR_MAX = 3, NAME_BYTES = 128, SAMPLE_NS = 1000000 };

int cpc_try_hardware(void)
{
	const struct kern_counter cycles = {
		.type = PERF_TYPE_HARDWARE,
		.config = PERF_COUNT_HW_CPU_CYCLES,
		.period = 1000000,
	};

	return kern_counter_try(&cycles);
}

/* ------------------------------------------------------------- near names */

struct near_names {
	struct arena *arena;
	struct nearest nearest; /* in lower case */
	const char *best;
	const char *found[NEAR_MAX];
	size_t cnt;
};

/* Ignores case, because a vendor's names are in capitals. */
static void in_small(const char *name, char *ret, size_t ret_bytes)
{
	size_t len = strlen(name);

	if (len >= ret_bytes)
		len = ret_bytes - 1;
	for (size_t i = 0; i < len; i++)
		ret[i] = (char)tolower((unsigned char)name[i]);
	ret[len] = '\0';
}

static void offer_name(void *arg, const char *name)
{
	struct near_names *near = arg;
	char small[NAME_BYTES];

	for (size_t i = 0; i < near->cnt; i++)
		if (!strcmp(near->found[i], name))
			return;
	in_small(name, small, sizeof(small));
	nearest_offer(&near->nearest, small);
	if (near->nearest.best != small)
		return;
	near->best = arena_strdup(near->arena, name);
	near->nearest.best = near->best;
}

/* Finds the most similar name, then the next one, and so on. */
static void find_near(struct near_names *near, const char *written)
{
	char small[NAME_BYTES];

	in_small(written, small, sizeof(small));
	while (near->cnt < NEAR_MAX) {
		nearest_init(&near->nearest, small);
		near->best = NULL;
		cpc_event_names(offer_name, near);
		cpc_vendor_names(offer_name, near);
		if (!near->best)
			break;
		near->found[near->cnt++] = near->best;
	}
}

const char *cpc_why_unknown(struct arena *arena, const char *event,
			    bool has_library)
{
	struct near_names near = { .arena = arena };
	struct strbuf text = { 0 };
	const char *ret;

	if (cpc_is_other_preset(event))
		return "this PAPI preset consists of events of the processor's "
		       "vendor: name those; dtrace -l -P cpc lists the ones of "
		       "this machine";
	find_near(&near, event);
	strbuf_puts(&text, "no such event");
	for (size_t i = 0; i < near.cnt; i++)
		strbuf_printf(&text, "%s%s", !i ? "; did you mean " :
			      i + 1 < near.cnt ? ", " : " or ", near.found[i]);
	strbuf_puts(&text, near.cnt ? "?" : ": dtrace -l -P cpc lists those of "
					    "this machine");
	if (!has_library)
		strbuf_puts(&text, " (names of the processor's vendor need "
				   "libpfm.so.4, package libpfm4)");
	ret = arena_strdup(arena, strbuf_text(&text));
	strbuf_deinit(&text);
	return ret;
}

/* ---------------------------------------------------------- other reasons */

const char *cpc_why_form(struct arena *arena, const char *name)
{
	/* an event without mode and count, as the kernel's tools accept it */
	if (!strchr(name, '-') && cpc_event_find(name))
		return arena_printf(arena, "a mode and a count are missing, as "
				    "in %s-all-%llu", name,
				    (unsigned long long)
					    cpc_event_find(name)->listed);
	return "names are EVENT-MODE-COUNT or EVENT-MODE-0xMASK-COUNT, and MODE "
	       "is user, kernel or all, as in page_faults-user-1";
}

const char *cpc_why_not_counted(struct arena *arena, const char *event,
				const char *mode, int err)
{
	struct strbuf text = { 0 };
	const char *ret;

	if (err == -EACCES || err == -EPERM) {
		strbuf_puts(&text, "the processor's counters can't be used: ");
		kern_explain(err, &text);
	} else if (cpc_try_hardware()) {
		strbuf_puts(&text, "Linux has found no counters of the processor "
			    "on this machine, as on many virtual machines");
	} else if (err == -EBUSY) {
		strbuf_puts(&text, "the processor's counters are all in use");
	} else {
		strbuf_printf(&text, "this processor does not count %s", event);
		strbuf_printf(&text, " (%s)", strerror(-err));
	}
	strbuf_printf(&text, "; an event of the kernel works: cpu_clock-%s-%d "
		      "samples by time", mode, SAMPLE_NS);
	ret = arena_strdup(arena, strbuf_text(&text));
	strbuf_deinit(&text);
	return ret;
}
