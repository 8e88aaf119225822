/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The parts of the provider cpc.
 *
 *	cpc.c		the provider
 *	cpc_name.c	page_faults-user-1 -> event, mode, mask, count
 *	cpc_event.c	the events of events.def
 *	cpc_vendor.c	the events of the processor's vendor, by libpfm4
 *	cpc_explain.c	why there is no such probe
 */
#ifndef DTRACE_RUNTIME_PROVIDER_CPC_CPC_H
#define DTRACE_RUNTIME_PROVIDER_CPC_CPC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* The parts of a name. */
struct cpc_name {
	const char *event; /* of event_len bytes, in the name */
	size_t event_len;
	const char *mode; /* "user", "kernel" or "all" */
	bool in_user, in_kernel;
	bool has_mask;
	uint64_t mask;
	uint64_t count; /* the probe fires at each count-th event */
};

/*
 * Splits EVENT-MODE-COUNT or EVENT-MODE-0xMASK-COUNT. Returns 0; -ENOENT: not
 * such a name; -ERANGE: the count or the mask is too large.
 */
int cpc_parse(const char *name, struct cpc_name *ret);

enum cpc_place {
	CPC_ANY,
	CPC_KERNEL, /* occurs only in the kernel */
	CPC_CLOCK,  /* in an interrupt, when a period has passed */
};

struct cpc_event {
	const char *name;
	uint32_t type; /* type and config are as in perf_event_open(2) */
	uint64_t config, config1, config2;
	uint64_t min;	 /* smallest allowed count */
	uint64_t listed; /* the count that -l shows */
	enum cpc_place place;
};

/* At higher rates Linux would skip interrupts of the processor's counters. */
#define CPC_HARDWARE_MIN UINT64_C(5000)

bool cpc_is_hardware(const struct cpc_event *event);
/* The rows of events.def in their order; NULL after the last one. */
const struct cpc_event *cpc_event_at(size_t idx);
/* The row with that name or with a preset of that name; or NULL. */
const struct cpc_event *cpc_event_find(const char *name);
/* The row of the software event with that number; or NULL. */
const struct cpc_event *cpc_event_of_config(uint64_t config);
/* Is it a PAPI preset for which there is no row? */
bool cpc_is_other_preset(const char *name);
typedef void cpc_offer(void *arg, const char *name);
/* Calls @offer with all names in events.def that refer to an event. */
void cpc_event_names(cpc_offer *offer, void *arg);

/*
 * Asks libpfm4 for the event @name of this processor, with a unit mask if
 * @has_mask. Returns 0; -ENOENT: unknown; -ELIBACC: the library is not there;
 * -EINVAL, with the reason in *@why_ret (static text).
 */
int cpc_vendor_find(const char *name, bool has_mask, uint64_t mask,
		    struct cpc_event *ret, const char **why_ret);
/* Calls @offer with each name of an event of this processor. */
void cpc_vendor_names(cpc_offer *offer, void *arg);

/* Can this machine count any event of the processor? 0 or -errno. */
int cpc_try_hardware(void);

/* Reasons, in the arena or static. @event is the name as written. */
const char *cpc_why_form(struct arena *arena, const char *name);
const char *cpc_why_unknown(struct arena *arena, const char *event,
			    bool has_library);
/* @err: the result of trying to count it. */
const char *cpc_why_not_counted(struct arena *arena, const char *event,
				const char *mode, int err);

#endif
