/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The events that have names of their own: events.def.
 */
#include <linux/perf_event.h>
#include <string.h>
#include <strings.h>

#include "runtime/provider/cpc/cpc.h"

enum { CACHE_LISTED = 1000000 };

static const struct cpc_event events[] = {
#define SOFTWARE(name, number, min, listed, place) \
	{ #name, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_##number, 0, 0, min, \
	  listed, CPC_##place },
#define HARDWARE(name, number, listed) \
	{ #name, PERF_TYPE_HARDWARE, PERF_COUNT_HW_##number, 0, 0, \
	  CPC_HARDWARE_MIN, listed, CPC_ANY },
#define CACHE(name, cache, op, result) \
	{ #name, PERF_TYPE_HW_CACHE, \
	  PERF_COUNT_HW_CACHE_##cache | PERF_COUNT_HW_CACHE_OP_##op << 8 | \
		  PERF_COUNT_HW_CACHE_RESULT_##result << 16, \
	  0, 0, CPC_HARDWARE_MIN, CACHE_LISTED, CPC_ANY },
#define PRESET(name, event)
#define NO_PRESET(name)
#include "runtime/provider/cpc/events.def"
#undef SOFTWARE
#undef HARDWARE
#undef CACHE
#undef PRESET
#undef NO_PRESET
};

enum { EVENT_CNT = sizeof(events) / sizeof(events[0]) };

/* event NULL: there is no row for this preset */
static const struct {
	const char *name, *event;
} presets[] = {
#define SOFTWARE(name, number, min, listed, place)
#define HARDWARE(name, number, listed)
#define CACHE(name, cache, op, result)
#define PRESET(name, event) { #name, #event },
#define NO_PRESET(name) { #name, NULL },
#include "runtime/provider/cpc/events.def"
#undef SOFTWARE
#undef HARDWARE
#undef CACHE
#undef PRESET
#undef NO_PRESET
};

enum { PRESET_CNT = sizeof(presets) / sizeof(presets[0]) };

bool cpc_is_hardware(const struct cpc_event *event)
{
	return event->type != PERF_TYPE_SOFTWARE;
}

const struct cpc_event *cpc_event_at(size_t idx)
{
	return idx < EVENT_CNT ? &events[idx] : NULL;
}

const struct cpc_event *cpc_event_find(const char *name)
{
	/*
	 * PAPI writes its names in capitals; DTrace writes the part after PAPI_
	 * in small letters
	 */
	for (size_t i = 0; i < PRESET_CNT; i++)
		if (presets[i].event && !strcasecmp(presets[i].name, name))
			name = presets[i].event;
	for (size_t i = 0; i < EVENT_CNT; i++)
		if (!strcmp(events[i].name, name))
			return &events[i];
	return NULL;
}

const struct cpc_event *cpc_event_of_config(uint64_t config)
{
	for (size_t i = 0; i < EVENT_CNT; i++)
		if (!cpc_is_hardware(&events[i]) && events[i].config == config)
			return &events[i];
	return NULL;
}

bool cpc_is_other_preset(const char *name)
{
	for (size_t i = 0; i < PRESET_CNT; i++)
		if (!strcasecmp(presets[i].name, name))
			return !presets[i].event;
	return false;
}

void cpc_event_names(cpc_offer *offer, void *arg)
{
	for (size_t i = 0; i < EVENT_CNT; i++)
		offer(arg, events[i].name);
	for (size_t i = 0; i < PRESET_CNT; i++)
		if (presets[i].event)
			offer(arg, presets[i].name);
}
