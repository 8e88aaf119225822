// SPDX-License-Identifier: BSD-2-Clause
/*
 * Firings that were missed, records that were dropped, stacks that are cut, CPUs
 * that are not traced.
 */
#include "runtime/session/trace/losses.h"

#include <string.h>

#include "runtime/consume/consumer.h"
#include "runtime/consume/drops.h"
#include "runtime/kernel/cpu.h"
#include "runtime/kernel/link/links.h"
#include "runtime/kernel/link/missed.h"
#include "runtime/session/report.h"
#include "runtime/session/session_state.h"
#include "runtime/session/unwind/unwind_keeper.h"
#include "runtime/symbol/usersym.h"

/* Reports once why stacks are cut. */
static void say_full_tables(struct session *session)
{
	if (session->consuming.has_said_full_tables ||
	    !unwind_keeper_was_full(session->loaded.keeper))
		return;
	session->consuming.has_said_full_tables = true;
	session_say("unwind tables of some files do not fit into unwindsize "
		    "(%u bytes): stacks are cut there; set a larger one with "
		    "-x unwindsize",
		    session->generated.result->unwind_bytes);
}

static bool has_probe_of(const struct session *session, const char *provider)
{
	const struct probe_table *table = &session->matched.probes;

	for (size_t i = 0; i < table->probes.cnt; i++)
		if (!strcmp(table->probes.v[i]->provider, provider))
			return true;
	return false;
}

/* Providers whose probes are events of one CPU each; NULL: none is used. */
static const char *providers_of_cpus(const struct session *session)
{
	static const char *const texts[] = {
		NULL,
		"provider profile",
		"provider cpc",
		"providers profile and cpc",
		"provider mib",
		"providers profile and mib",
		"providers cpc and mib",
		"providers profile, cpc and mib",
	};

	return texts[has_probe_of(session, "profile") |
		     has_probe_of(session, "cpc") << 1 |
		     has_probe_of(session, "mib") << 2];
}

/*
 * There are buffers for every possible CPU, but a clock is an event of a CPU
 * that was online at the start; if that goes offline, its event stays dead even
 * when it comes back. Reported once.
 */
static void say_changed_cpus(struct session *session)
{
	const struct kern_cpus *then = &session->limits.cpus;
	const char *providers = providers_of_cpus(session);
	struct kern_cpus now;

	if (session->consuming.has_said_cpus || !providers ||
	    kern_cpus_init(&now))
		return;
	for (uint32_t cpu = 0; cpu < then->cpu_max && cpu < now.cpu_max; cpu++) {
		if (now.online[cpu] == then->online[cpu])
			continue;
		session->consuming.has_said_cpus = true;
		session_say("CPU %u %s while tracing: probes of the %s do not "
			    "fire there; start dtrace again", cpu,
			    now.online[cpu] ? "came online" : "went offline",
			    providers);
	}
	kern_cpus_deinit(&now);
}

/*
 * Events that are counted separately from the programs that run for them. Only
 * at the end: before, a program may be about to count itself.
 */
static uint64_t missed_events(const struct session *session)
{
	const struct counters *counters =
		&session->consuming.consumer.drops.counters;
	uint64_t ran_cnt = counters_total(counters, CNT_RAN);
	uint64_t to_run_cnt = session->consuming.to_run_cnt;

	return to_run_cnt > ran_cnt ? to_run_cnt - ran_cnt : 0;
}

void session_count_missed(struct session *session)
{
	uint64_t sum = 0;

	if (session->loaded.links)
		session->consuming.link_missed_cnt =
			kern_links_missed(session->loaded.links);
	for (size_t i = 0; i < session->generated.result->progs.cnt; i++)
		if (session->loaded.prog_fds[i] >= 0)
			sum += kern_missed_prog(session->loaded.prog_fds[i]);
	session->consuming.missed_cnt = sum + missed_events(session) +
		session->consuming.link_missed_cnt;
}

void session_report_losses(struct session *session)
{
	session_count_missed(session);
	say_full_tables(session);
	say_changed_cpus(session);
	consumer_report_drops(&session->consuming.consumer);
}

void session_report_names(const struct session *session)
{
	if (usersym_has_missed_forgotten(session->symbols.usersym))
		session_say("some addresses have no names: too many processes "
			    "have ended since; print and clear "
			    "aggregations with such keys now and then, in a "
			    "tick");
}
