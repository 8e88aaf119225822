/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Events under the names that the processor's vendor gave them, by libpfm4,
 * which has tables for hundreds of processors: RETIRED_INSTRUCTIONS is type 4,
 * config 0xc0 on AMD's. A mask is a part of the event, named
 * (INST_RETIRED.ANY_P) or a number.
 *
 * The library is opened when a name is not in events.def, or to list what a
 * processor has that counts: a start of dtrace does not need it.
 */
#include <dlfcn.h>
#include <errno.h>
#include <perfmon/pfmlib_perf_event.h>
#include <string.h>

#include "base/system/dlopen_note.h"
#include "base/text/strbuf.h"
#include "runtime/provider/cpc/cpc.h"

#define PFM_FILE "libpfm.so.4"

DLOPEN_NOTE("counters", "cpc: events by the names of the processor's vendor",
	    "suggested", PFM_FILE);

enum { VENDOR_LISTED = 1000000 };

/* The functions of the library that are used. */
static struct pfm {
	bool is_tried, is_loaded;
	__typeof__(&pfm_initialize) initialize;
	__typeof__(&pfm_get_os_event_encoding) encode;
	__typeof__(&pfm_get_pmu_info) pmu_info;
	__typeof__(&pfm_get_event_info) event_info;
	__typeof__(&pfm_get_event_next) event_next;
	__typeof__(&pfm_strerror) text_of;
} pfm;

static bool pfm_load(void)
{
	void *library;

	if (pfm.is_tried)
		return pfm.is_loaded;
	pfm.is_tried = true;
	library = dlopen(PFM_FILE, RTLD_NOW | RTLD_LOCAL);
	if (!library)
		return false;
	pfm.initialize = dlsym(library, "pfm_initialize");
	pfm.encode = dlsym(library, "pfm_get_os_event_encoding");
	pfm.pmu_info = dlsym(library, "pfm_get_pmu_info");
	pfm.event_info = dlsym(library, "pfm_get_event_info");
	pfm.event_next = dlsym(library, "pfm_get_event_next");
	pfm.text_of = dlsym(library, "pfm_strerror");
	pfm.is_loaded = pfm.initialize && pfm.encode && pfm.pmu_info &&
			pfm.event_info && pfm.event_next && pfm.text_of &&
			pfm.initialize() == PFM_SUCCESS;
	return pfm.is_loaded;
}

/* Returns the library's code of an error, or PFM_SUCCESS. */
static int encode(const char *text, struct perf_event_attr *attr)
{
	pfm_perf_encode_arg_t arg = { .attr = attr, .size = sizeof(arg) };

	memset(attr, 0, sizeof(*attr));
	return pfm.encode(text, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT, &arg);
}

/* Some of the library's names contain hyphens, which names of probes can't. */
static int encode_spellings(const char *name, bool has_mask, uint64_t mask,
			    struct perf_event_attr *attr)
{
	struct strbuf text = { 0 };
	int res;

	strbuf_puts(&text, name);
	if (has_mask)
		strbuf_printf(&text, ":0x%llx", (unsigned long long)mask);
	res = encode(strbuf_text(&text), attr);
	if (res == PFM_ERR_NOTFOUND) {
		for (size_t i = 0; i < text.len; i++)
			if (text.text[i] == '_')
				text.text[i] = '-';
		res = encode(strbuf_text(&text), attr);
	}
	strbuf_deinit(&text);
	return res;
}

int cpc_vendor_find(const char *name, bool has_mask, uint64_t mask,
		    struct cpc_event *ret, const char **why_ret)
{
	const struct cpc_event *software;
	struct perf_event_attr attr;
	int res;

	if (!pfm_load())
		return -ELIBACC;
	res = encode_spellings(name, has_mask, mask, &attr);
	if (res == PFM_ERR_NOTFOUND || res == PFM_ERR_NOTSUPP)
		return -ENOENT;
	if (res != PFM_SUCCESS) {
		*why_ret = pfm.text_of(res);
		return -EINVAL;
	}
	/* it also knows tracepoints and breakpoints */
	if (attr.type == PERF_TYPE_TRACEPOINT ||
	    attr.type == PERF_TYPE_BREAKPOINT)
		return -ENOENT;
	if (attr.type == PERF_TYPE_SOFTWARE) {
		software = cpc_event_of_config(attr.config);
		if (software)
			*ret = *software;
		return software ? 0 : -ENOENT;
	}
	*ret = (struct cpc_event){
		.name = name,
		.type = attr.type,
		.config = attr.config,
		.config1 = attr.config1,
		.config2 = attr.config2,
		.min = CPC_HARDWARE_MIN,
		.listed = VENDOR_LISTED,
	};
	return 0;
}

static void offer_events(const pfm_pmu_info_t *pmu, cpc_offer *offer,
			 void *arg)
{
	for (int i = pmu->first_event; i != -1; i = pfm.event_next(i)) {
		pfm_event_info_t event = { .size = sizeof(event) };

		if (pfm.event_info(i, PFM_OS_PERF_EVENT, &event) ==
			    PFM_SUCCESS && event.name)
			offer(arg, event.name);
	}
}

void cpc_vendor_names(cpc_offer *offer, void *arg)
{
	int res = PFM_SUCCESS;

	if (!pfm_load())
		return;
	/*
	 * a newer library may have more members than the header used for this
	 * build
	 */
	for (int i = 0; res != PFM_ERR_INVAL; i++) {
		pfm_pmu_info_t pmu = { .size = sizeof(pmu) };

		res = pfm.pmu_info((pfm_pmu_t)i, &pmu);
		if (res == PFM_SUCCESS && pmu.is_present &&
		    pmu.type == PFM_PMU_TYPE_CORE)
			offer_events(&pmu, offer, arg);
	}
}
