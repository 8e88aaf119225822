// SPDX-License-Identifier: BSD-2-Clause
/*
 * An enabled session, from BEGIN to END:
 *
 *	BEGIN -> active -> [wait, read, print]... -> detach -> END -> the rest
 *
 * It ends by exit(), by ^C, or when the last process of -c and -p is gone.
 */
#include "runtime/session/trace/trace.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/grace.h"
#include "runtime/consume/consumer.h"
#include "runtime/consume/drops.h"
#include "runtime/kernel/cpu.h"
#include "runtime/kernel/link/link.h"
#include "runtime/kernel/link/missed.h"
#include "runtime/kernel/map/maps.h"
#include "runtime/kernel/program/load.h"
#include "runtime/kernel/sys.h"
#include "runtime/process/process.h"
#include "runtime/provider/provider.h"
#include "runtime/session/load/watch_mappings.h"
#include "runtime/session/report.h"
#include "runtime/session/session_state.h"
#include "runtime/session/trace/consumer_setup.h"
#include "runtime/session/trace/counts.h"
#include "runtime/session/trace/interrupt.h"
#include "runtime/session/unwind/unwind_keeper.h"
#include "runtime/symbol/unwind/unwind.h"

static int64_t now_ns(void)
{
	return (int64_t)clock_ns(CLOCK_MONOTONIC);
}

static volatile struct rt_control *control_of(struct session *session)
{
	return kern_maps_find(&session->loaded.maps, MAP_CONTROL, 0)->mem;
}

/*
 * Sets the offset for walltimestamp; repeatedly, because the clock may be set.
 * A change of less than a millisecond is the error of reading two clocks, or
 * will add up to more.
 */
static void tell_wall_clock(struct session *session)
{
	volatile struct rt_control *control = control_of(session);
	int64_t offset_ns = (int64_t)clock_ns(CLOCK_REALTIME) - now_ns();

	if (llabs(offset_ns - control->wall_offset_ns) > 1000000)
		control->wall_offset_ns = offset_ns;
}

/* exit() may set EXITING at any time; that must win. */
static void advance_state(struct session *session, uint32_t from, uint32_t to)
{
	__atomic_compare_exchange_n(&control_of(session)->state, &from, to,
				    false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

/* Runs the session's own probe @name, if a clause is enabled on it. */
static int run_own_probe(struct session *session, const char *name)
{
	int prog_id = provider_dtrace.prog_id(
		session->matched.providers[PROVIDER_dtrace], name);
	int err;

	if (prog_id < 0)
		return 0;
	err = kern_test_run(session->loaded.prog_fds[prog_id]);
	if (err)
		session_say("the probe dtrace:::%s could not be run: %s", name,
			    strerror(-err));
	return err;
}

/* ---------------------------------------------------------------- waiting */

struct loop {
	struct session *session;
	struct pollfd *fds; /* FD_..., then one per process */
	nfds_t fd_cnt;
	int64_t next_switch_ns, next_status_ns, next_clean_ns, next_agg_ns;
	bool wakes_early; /* the output is a terminal: show records at once */
	bool was_interrupted;
	bool has_lost_uprobes;
	bool is_unresponsive;
};

/*
 * If dtrace wakes that much too late without having been stopped, the system is
 * too busy to be traced.
 */
#define DEADMAN_NS INT64_C(10000000000)

enum { FD_RINGS, FD_SIGNALS, FD_WATCH, FD_UPROBES, FD_PROCESSES };

static bool is_ring_policy(const struct session *session)
{
	return session->options.value[OPT_bufpolicy] == POLICY_RING;
}

/* With the policies fill and ring records are shown at the end of the run. */
static bool is_late_policy(const struct session *session)
{
	return session->options.value[OPT_bufpolicy] != POLICY_SWITCH;
}

static void loop_init(struct loop *loop, struct session *session,
		      int interrupt_fd)
{
	const struct process_list *processes = &session->asked.processes;

	*loop = (struct loop){
		.session = session,
		.fds = xcalloc(FD_PROCESSES + processes->procs.cnt,
			       sizeof(struct pollfd)),
		.fd_cnt = FD_PROCESSES + processes->procs.cnt,
		.wakes_early = (isatty(fileno(session->out)) ||
				!session->options.value[OPT_switchrate]) &&
			       !is_late_policy(session),
	};
	loop->fds[FD_RINGS].fd = session->consuming.consumer.rings.epoll_fd;
	loop->fds[FD_SIGNALS].fd = interrupt_fd;
	loop->fds[FD_WATCH].fd = session_watch_fd(session);
	for (size_t i = 0; i < processes->procs.cnt; i++)
		loop->fds[FD_PROCESSES + i].fd = processes->procs.v[i].pidfd;
	for (nfds_t i = 0; i < loop->fd_cnt; i++)
		loop->fds[i].events = POLLIN;
	loop->next_switch_ns = loop->next_status_ns = loop->next_agg_ns =
		now_ns();
}

static void loop_deinit(struct loop *loop)
{
	free(loop->fds);
}

/* A rate of some weeks is more than poll() takes. */
static int poll_ms(int64_t wait_ns)
{
	int64_t ms = wait_ns / 1000000 + (wait_ns % 1000000 != 0);

	return ms > INT_MAX ? INT_MAX : (int)ms;
}

/* Sleeps until something happens or the next switch is due. */
static void loop_wait(struct loop *loop)
{
	volatile struct rt_control *control = control_of(loop->session);
	int64_t start_ns = now_ns();
	int64_t wait_ns = loop->next_switch_ns - start_ns;

	if (consumer_has_tick(&loop->session->consuming.consumer) &&
	    loop->next_agg_ns < loop->next_switch_ns)
		wait_ns = loop->next_agg_ns - start_ns;
	if (wait_ns < 0)
		wait_ns = 0;
	tell_wall_clock(loop->session);
	interrupt_was_stopped();
	if (loop->wakes_early)
		control->reader_waits = 1;
	/* it may be started late */
	loop->fds[FD_UPROBES].fd = kern_links_fd(loop->session->loaded.links);
	poll(loop->fds, loop->fd_cnt, poll_ms(wait_ns));
	control->reader_waits = 0;
	loop->is_unresponsive =
		now_ns() - start_ns - wait_ns >= DEADMAN_NS &&
		!interrupt_was_stopped() &&
		!loop->session->options.value[OPT_destructive];
}

/* A process killed by a signal may have been killed by tracing, so this is
 * reported even with -q. */
static enum process_detail ends_to_tell(const struct session *session)
{
	if (session->options.value[OPT_verbose])
		return PROCESS_TELL_STATUS;
	return session->options.value[OPT_quiet] ? PROCESS_TELL_KILLED :
						   PROCESS_TELL_ENDS;
}

/* Processes that ended are added to @notices once and no longer waited for. */
static bool processes_are_gone(struct loop *loop, struct strbuf *notices)
{
	struct process_list *processes = &loop->session->asked.processes;
	size_t alive_cnt;

	if (!processes->procs.cnt)
		return false;
	alive_cnt = process_list_check(processes, ends_to_tell(loop->session),
				       notices);
	for (size_t i = 0; i < processes->procs.cnt; i++)
		if (processes->procs.v[i].has_ended)
			loop->fds[FD_PROCESSES + i].fd = -1;
	return alive_cnt == 0;
}

/* Ends the run and prints the values counted so far. */
static bool lost_uprobes(struct loop *loop)
{
	if (!kern_links_are_lost(loop->session->loaded.links))
		return false;
	session_say("the process that holds the user probes was killed: "
		    "tracing ends; programs that were traced may keep "
		    "breakpoints until they end");
	loop->has_lost_uprobes = true;
	return true;
}

static bool was_interrupted(struct loop *loop)
{
	if (!interrupt_take(loop->fds[FD_SIGNALS].fd))
		return false;
	loop->was_interrupted = true;
	return true;
}

/* Whether exit() has run or, with the policy fill, a buffer is full. */
static bool is_stopped(struct loop *loop)
{
	struct session *session = loop->session;

	if (session->consuming.consumer.has_exited)
		return true;
	/* its record is read in the last pass, unless it was dropped */
	if (control_of(session)->state == RT_EXITING)
		return true;
	return session->options.value[OPT_bufpolicy] == POLICY_FILL &&
		counters_total(&session->consuming.consumer.drops.counters,
			       CNT_REC_DROPPED);
}

/*
 * Does a pass, unless records are left for the end. Records of code that a
 * process mapped after the notices were read have to wait for the next one.
 */
static int loop_pass(struct loop *loop)
{
	struct session *session = loop->session;
	uint64_t start_ns = (uint64_t)now_ns();

	session_watch_read(session);
	if (is_ring_policy(session))
		consumer_learn_user_keys(&session->consuming.consumer,
					 start_ns);
	if (is_late_policy(session))
		return 0;
	return consumer_pass_until(&session->consuming.consumer, start_ns);
}

/* With switchrate 0 each record wakes the reader; poll() counts in ms. */
static int64_t switch_period(const int64_t *option)
{
	int64_t period_ns = option[OPT_switchrate];

	if (!period_ns)
		return 1000000000;
	return period_ns < 1000000 ? 1000000 : period_ns;
}

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
	bool has_clocks = has_probe_of(session, "profile");

	if (has_probe_of(session, "cpc"))
		return has_clocks ? "providers profile and cpc" :
				    "provider cpc";
	return has_clocks ? "provider profile" : NULL;
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
 * Events that are counted apart from the programs that run for them. At the end
 * only: before, a program may be about to count itself.
 */
static uint64_t missed_events(const struct session *session)
{
	const struct counters *counters =
		&session->consuming.consumer.drops.counters;
	uint64_t ran_cnt = counters_total(counters, CNT_RAN);
	uint64_t to_run_cnt = session->consuming.to_run_cnt;

	return to_run_cnt > ran_cnt ? to_run_cnt - ran_cnt : 0;
}

static void stop_providers(struct session *session)
{
	for (int i = 0; i < PROVIDER_CNT; i++)
		if (provider_table[i]->stop)
			session->consuming.to_run_cnt += provider_table[i]->stop(
				session->matched.providers[i]);
}

/* Links can be queried only as long as they exist. */
static void count_missed(struct session *session)
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

/* Reads and prints until the run is over. Returns 0 or -errno. */
static int loop_run(struct loop *loop)
{
	struct session *session = loop->session;
	const int64_t *option = session->options.value;
	bool is_over = session->consuming.consumer.has_exited;

	while (!is_over) {
		struct strbuf notices = { 0 };
		int64_t now;
		int err;

		loop_wait(loop);
		if (loop->is_unresponsive)
			return -ETIME;
		/* processes that ended before the pass have left all their
		 * records, and what is said of their end comes after these */
		is_over = processes_are_gone(loop, &notices) ||
			was_interrupted(loop);
		err = loop_pass(loop);
		session_say_lines(&notices);
		if (err)
			return err;
		if (is_stopped(loop) || lost_uprobes(loop))
			is_over = true;
		now = now_ns();
		if (now >= loop->next_switch_ns)
			loop->next_switch_ns = now + switch_period(option);
		if (now >= loop->next_status_ns) {
			count_missed(session);
			say_full_tables(session);
			say_changed_cpus(session);
			consumer_report_drops(&session->consuming.consumer);
			loop->next_status_ns = now + option[OPT_statusrate];
		}
		if (option[OPT_aggrate] && now >= loop->next_agg_ns) {
			err = consumer_tick(&session->consuming.consumer);
			if (err)
				return err;
			loop->next_agg_ns = now + option[OPT_aggrate];
		}
		if (now >= loop->next_clean_ns) {
			consumer_clean(&session->consuming.consumer);
			loop->next_clean_ns = now + option[OPT_cleanrate];
		}
	}
	return 0;
}

/* -------------------------------------------------------------- the phases */

static int finish(struct session *session, bool was_interrupted_by_user)
{
	int err = 0;

	if (was_interrupted_by_user)
		err = consumer_newline(&session->consuming.consumer);
	control_of(session)->state = RT_EXITING;
	count_missed(session);
	stop_providers(session);
	kern_links_close(take_ptr(session->loaded.links));
	/* no program overwrites what is read now */
	if (is_ring_policy(session))
		grace_period();
	session_watch_read(session);
	if (!err)
		err = consumer_pass_until(&session->consuming.consumer,
					  UINT64_MAX);
	control_of(session)->state = RT_ENDING;
	run_own_probe(session, "END");
	control_of(session)->state = RT_EXITING;
	/* nothing is counted any more; the output format's end must be the last */
	count_missed(session);
	say_full_tables(session);
	say_changed_cpus(session);
	consumer_report_drops(&session->consuming.consumer);
	if (!err)
		err = consumer_final(&session->consuming.consumer);
	if (session->options.value[OPT_counts])
		session_say_counts(session);
	return err;
}

static int start_providers(struct session *session)
{
	struct strbuf warn = { 0 };
	int err = 0;

	for (int i = 0; i < PROVIDER_CNT && !err; i++)
		if (provider_table[i]->start)
			err = provider_table[i]->start(
				session->matched.providers[i], &warn);
	session_say_lines(&warn);
	return err;
}

static void say_end(const struct session *session, int err)
{
	const char *path = session->consuming.consumer.failed_path;

	if (err == -ETIME)
		session_say("processing aborted: Abort due to systemic "
			    "unresponsiveness");
	else if (err && err != -EPIPE)
		session_say("failed to write to %s: %s",
			    path ? path : "<stdout>",
			    file_output_error(-err));
}

int session_trace(struct session *session)
{
	struct loop loop;
	int err, interrupt_fd;

	if (session->options.value[OPT_ustackunwind])
		session->symbols.unwinder =
			unwinder_create(session->symbols.usersym);
	err = session_open_consumer(session);
	if (err) {
		session_say("could not read the buffers: %s", strerror(-err));
		return 1;
	}
	err = consumer_begin(&session->consuming.consumer);
	if (err) {
		say_end(session, err);
		return 1;
	}
	tell_wall_clock(session);
	if (run_own_probe(session, "BEGIN"))
		return 1;
	advance_state(session, RT_STARTING, RT_ACTIVE);
	if (start_providers(session))
		return 1;
	session_watch_start(session);
	process_release(&session->asked.processes);
	interrupt_fd = interrupt_open();
	if (interrupt_fd < 0)
		session_say("^C ends dtrace at once: %s",
			    strerror(-interrupt_fd));
	loop_init(&loop, session, interrupt_fd);
	err = loop_run(&loop);
	interrupt_close(interrupt_fd, &session->asked.processes.child_mask);
	if (!err)
		err = finish(session, loop.was_interrupted);
	loop_deinit(&loop);
	say_end(session, err);
	if (err || loop.has_lost_uprobes)
		return 1;
	return session->consuming.consumer.has_exited ?
		session->consuming.consumer.exit_status :
		process_list_has_failed(&session->asked.processes) ? 1 :
								     0;
}
