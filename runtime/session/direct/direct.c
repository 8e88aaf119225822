// SPDX-License-Identifier: BSD-2-Clause
#include "runtime/session/direct/direct.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/system/clock.h"
#include "runtime/consume/local_ring.h"
#include "runtime/process/exit_status.h"
#include "runtime/provider/provider.h"
#include "runtime/provider/usdt/usdt_direct.h"
#include "runtime/session/direct/direct_process.h"
#include "runtime/session/direct/rodata_copy.h"
#include "runtime/session/report.h"
#include "runtime/session/session_state.h"

#define WAIT_NS UINT64_C(10000000)
#define HASTEN_NS UINT64_C(1000000)

enum {
	RING_MOST_BYTES = 1 << 20, /* of a CPU, in one process */
	MEMORY_PART = 8, /* all programs together take at most an 8th */
	/* with more programs, each is looked at less often */
	PROCESSES_PER_WAIT = 16,
};

static void *provider(const struct session *session)
{
	return session->matched.providers[PROVIDER_usdt];
}

/* ----------------------------------------------------------- new processes */

static void close_feeds(struct session *session)
{
	struct session_direct *direct = &session->direct;

	for (uint32_t cpu = 0;
	     direct->feeds && cpu < session->limits.cpus.cpu_max; cpu++)
		local_ring_deinit(&direct->feeds[cpu]);
	free(direct->feeds);
	direct->feeds = NULL;
}

/* The consumer gets them only when there are all: it keeps them to the end. */
static int open_feeds(struct session *session)
{
	struct session_direct *direct = &session->direct;
	uint32_t record_bytes = session->generated.result->record_max_bytes;
	uint32_t cpu_max = session->limits.cpus.cpu_max;
	int err = 0;

	if (direct->feeds)
		return 0;
	direct->feeds = xcalloc(cpu_max, sizeof(*direct->feeds));
	if (!record_bytes)
		return 0;
	for (uint32_t cpu = 0; cpu < cpu_max && !err; cpu++)
		err = local_ring_init(&direct->feeds[cpu],
				      session->limits.ring_bytes, record_bytes);
	if (err) {
		close_feeds(session);
		return err;
	}
	for (uint32_t cpu = 0; cpu < cpu_max; cpu++) {
		struct ring_place place =
			local_ring_place(&direct->feeds[cpu], cpu);

		ring_set_add(&session->consuming.consumer.rings, &place);
	}
	return 0;
}

/* A power of two that has room for several of the largest records. */
static uint32_t ring_bytes(const struct session *session)
{
	uint32_t bytes = session->limits.ring_bytes;

	while (bytes > RING_MOST_BYTES &&
	       bytes / 16 > session->generated.result->record_max_bytes)
		bytes /= 2;
	return bytes;
}

static bool is_known(const struct session_direct *direct,
		     const struct usdt_direct_arrival *arrival,
		     const struct sdt_direct *note)
{
	for (size_t i = 0; i < direct->processes.cnt; i++) {
		const struct direct_process *process = direct->processes.v[i];

		if (process->pid == arrival->pid && process->note == note &&
		    process->load_bias == arrival->load_bias &&
		    !process_has_ended(process->pidfd))
			return true;
	}
	return false;
}

/* Whether any of its probes there reads strings. */
static bool reads_strings(const struct session *session,
			  const struct usdt_direct_arrival *arrival,
			  const struct sdt_direct *note)
{
	size_t cnt;
	const struct usdt_direct *directs = usdt_directs(provider(session), &cnt);

	for (size_t i = 0; i < cnt; i++)
		if (directs[i].note == note && directs[i].string_args &&
		    usdt_direct_is_in(&directs[i], arrival->file_idx,
				      arrival->pid))
			return true;
	return false;
}

/* Whether there is memory for one more program, which takes @bytes. */
static bool has_room(const struct session *session,
		     const struct usdt_direct_arrival *arrival,
		     const struct sdt_direct *note, uint64_t bytes)
{
	const struct session_direct *direct = &session->direct;
	uint64_t all = bytes;

	for (size_t i = 0; i < direct->processes.cnt; i++)
		all += direct->processes.v[i]->mem_bytes;
	if (all <= direct->memory_bytes)
		return true;
	if (session->options.value[OPT_verbose])
		session_say("direct probes of process %d (%s) are traced "
			    "through the kernel: all programs together would "
			    "take %" PRIu64 " bytes, an eighth of the free "
			    "memory is %" PRIu64, (int)arrival->pid,
			    note->provider->name, all, direct->memory_bytes);
	return false;
}

/* Whether there is memory for its records here. */
static bool has_feeds(struct session *session,
		      const struct usdt_direct_arrival *arrival,
		      const struct sdt_direct *note)
{
	int err = open_feeds(session);

	if (err && session->options.value[OPT_verbose])
		session_say("direct probes of process %d (%s) are traced "
			    "through the kernel: no memory for what they "
			    "record: %s", (int)arrival->pid,
			    note->provider->name, strerror(-err));
	return !err;
}

/* Whether any probe has self-> variables in the program. */
static bool has_selfs(const struct session *session)
{
	size_t cnt;
	const struct usdt_direct *directs = usdt_directs(provider(session), &cnt);

	for (size_t i = 0; i < cnt; i++)
		if (directs[i].self_group)
			return true;
	return false;
}

static void make_plan(struct session *session)
{
	struct session_direct *direct = &session->direct;

	shared_memory_plan_init(&direct->plan, session->generated.result,
				session->limits.cpus.cpu_max,
				ring_bytes(session), has_selfs(session));
	direct->memory_bytes = (uint64_t)session_free_memory() / MEMORY_PART;
}

static void add(struct session *session,
		const struct usdt_direct_arrival *arrival,
		const struct sdt_direct *note)
{
	struct session_direct *direct = &session->direct;
	struct direct_process *process;
	uint64_t copy_bytes = 0;

	if (is_known(direct, arrival, note))
		return;
	if (!direct->plan.bytes)
		make_plan(session);
	if (reads_strings(session, arrival, note))
		copy_bytes = rodata_copy_bytes(note);
	if (!has_room(session, arrival, note, direct->plan.bytes + copy_bytes) ||
	    !has_feeds(session, arrival, note))
		return;
	process = xcalloc(1, sizeof(*process));
	if (direct_process_init(process, session, arrival, note, copy_bytes,
				&direct->plan))
		free(process);
	else
		vec_push(&direct->processes, process);
}

/* All providers of the file that have probes enabled in the process. */
static void welcome(struct session *session,
		    const struct usdt_direct_arrival *arrival)
{
	size_t cnt;
	const struct usdt_direct *directs = usdt_directs(provider(session), &cnt);

	for (size_t i = 0; i < cnt; i++)
		if (usdt_direct_is_in(&directs[i], arrival->file_idx,
				      arrival->pid))
			add(session, arrival, directs[i].note);
}

/* ----------------------------------------------------------------- the rest */

static void say_why(const struct session *session,
		    struct direct_process *process)
{
	process->has_news = false;
	if (session->options.value[OPT_verbose])
		session_say("direct probes of process %d (%s) are traced "
			    "through the kernel: %s",
			    (int)process->pid, process->note->provider->name,
			    strbuf_text(&process->why));
}

static void step(struct session *session, struct direct_process *process)
{
	enum direct_step was = process->step;

	direct_process_step(process, session->direct.feeds);
	if (process->step != was && process->step == STEP_ASKED)
		session_debug(session, "process %d is asked for memory",
			      (int)process->pid);
	if (process->step != was && process->step == STEP_ON)
		session_debug(session, "process %d runs %zu probes of %s by "
			      "itself", (int)process->pid,
			      process->hook_cnt,
			      process->note->provider->name);
	if (process->has_news)
		say_why(session, process);
}

static void sweep_threads(struct direct_process *process)
{
	if (self_threads_sweep(&process->selfs, &process->pump.shared,
			       process->pid,
			       process->session->direct.processes.cnt) ||
	    process->selfs.is_doubtful)
		return;
	process->selfs.is_doubtful = true;
	session_say("new threads of process %d may have got self-> variables of "
		    "ended ones, because their ids were used again while "
		    "dtrace did not run", (int)process->pid);
}

/* Reads what a process has recorded; all of it when it has ended. */
static void serve(struct session *session, struct direct_process *process,
		  bool has_ended)
{
	if (process->step != STEP_ON)
		return;
	pump_follow(&process->pump);
	pump_records(&process->pump, has_ended);
	sweep_threads(process);
	if (!has_ended)
		return;
	ended_processes_add(&session->direct.ended, &process->pump);
	direct_total_counters(session, &process->pump.shared);
	process->step = STEP_OFF;
}

void session_direct_poll(struct session *session)
{
	struct session_direct *direct = &session->direct;
	struct usdt_direct_arrival arrival;

	if (!session->loaded.links)
		return; /* tracing is over */
	while (usdt_direct_next(provider(session), &arrival))
		welcome(session, &arrival);
	for (size_t i = 0; i < direct->processes.cnt; i++) {
		struct direct_process *process = direct->processes.v[i];
		bool has_ended;

		step(session, process);
		has_ended = process_has_ended(process->pidfd);
		serve(session, process, has_ended);
		if (process->step != STEP_OFF || !has_ended)
			continue;
		direct_process_deinit(process);
		free(process);
		direct->processes.v[i--] =
			direct->processes.v[--direct->processes.cnt];
	}
}

void session_direct_hasten(struct session *session)
{
	struct session_direct *direct = &session->direct;
	uint64_t ns;

	if (!direct->processes.cnt || !session->loaded.links)
		return;
	ns = clock_ns(CLOCK_MONOTONIC);
	if (ns - direct->hastened_ns < HASTEN_NS)
		return;
	direct->hastened_ns = ns;
	for (size_t i = 0; i < direct->processes.cnt; i++) {
		struct direct_process *process = direct->processes.v[i];

		if (process->step != STEP_ON && process->step != STEP_OFF)
			step(session, process);
	}
}

int64_t session_direct_wait_ns(const struct session *session)
{
	const struct session_direct *direct = &session->direct;
	/* resting ones too: they may end */
	uint64_t look_ns =
		WAIT_NS * (1 + direct->processes.cnt / PROCESSES_PER_WAIT);
	uint64_t wait_ns = INT64_MAX;

	for (size_t i = 0; i < direct->processes.cnt; i++) {
		const struct direct_process *process = direct->processes.v[i];
		uint64_t step_ns = direct_process_wait_ns(process);

		if (process->step != STEP_OFF && step_ns > look_ns)
			step_ns = look_ns;
		if (wait_ns > step_ns)
			wait_ns = step_ns;
	}
	return (int64_t)wait_ns;
}

bool session_direct_is_pressing(const struct session *session)
{
	const struct session_direct *direct = &session->direct;
	const struct rt_control *control =
		session->loaded.maps.by_role[MAP_CONTROL].mem;

	if (__atomic_load_n(&control->state, __ATOMIC_RELAXED) == RT_EXITING)
		return true;
	if (!direct->feeds || !session->generated.result->record_max_bytes)
		return false;
	for (uint32_t cpu = 0; cpu < session->limits.cpus.cpu_max; cpu++)
		if (local_ring_filled(&direct->feeds[cpu]) >
		    session->limits.ring_bytes / 4)
			return true;
	return false;
}

static void each_value(struct session *session, uint32_t agg_id,
		       pump_cells_fn *fn)
{
	ended_processes_each(&session->direct.ended,
			     &session->generated.result->aggs.v[agg_id], fn,
			     session);
	for (size_t i = 0; i < session->direct.processes.cnt; i++)
		if (session->direct.processes.v[i]->has_pump)
			pump_each(&session->direct.processes.v[i]->pump, agg_id,
				  fn, session);
}

static void total(void *arg, const struct agg_layout *agg,
		  struct pump_slot *slot, uint64_t *cells)
{
	direct_total(arg, agg, slot, cells);
}

void session_direct_take(void *arg, uint32_t agg_id)
{
	session_direct_poll(arg);
	each_value(arg, agg_id, total);
}

static void settle(void *arg, const struct agg_layout *agg,
		   struct pump_slot *slot, uint64_t *cells)
{
	if (slot)
		(void)direct_settle(arg, agg, slot, cells);
}

void session_direct_settle(struct session *session)
{
	for (uint32_t id = 0; id < session->generated.result->aggs.cnt; id++)
		each_value(session, id, settle);
}

void session_direct_stop(struct session *session)
{
	for (size_t i = 0; i < session->direct.processes.cnt; i++)
		direct_process_stop(session->direct.processes.v[i]);
}

void session_direct_finish(struct session *session)
{
	for (size_t i = 0; i < session->direct.processes.cnt; i++) {
		struct pump *pump = &session->direct.processes.v[i]->pump;

		if (!session->direct.processes.v[i]->has_pump)
			continue;
		pump_records(pump, true);
		direct_total_counters(session, &pump->shared);
	}
}

void session_direct_close(struct session *session)
{
	struct session_direct *direct = &session->direct;

	for (size_t i = 0; i < direct->processes.cnt; i++) {
		direct_process_deinit(direct->processes.v[i]);
		free(direct->processes.v[i]);
	}
	vec_deinit(&direct->processes);
	close_feeds(session);
	ended_processes_deinit(&direct->ended);
	shared_memory_plan_deinit(&direct->plan);
}
