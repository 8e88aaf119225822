// SPDX-License-Identifier: BSD-2-Clause
/*
 * The loop of a run: it waits, reads and prints. It ends by exit(), by
 * ^C, or when the last process of -c and -p is gone.
 */
#include "runtime/session/trace/loop.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/system/clock.h"
#include "runtime/common/record.h"
#include "runtime/consume/consumer.h"
#include "runtime/consume/drops.h"
#include "runtime/consume/host_actions.h"
#include "runtime/kernel/link/links.h"
#include "runtime/process/process.h"
#include "runtime/session/direct/direct.h"
#include "runtime/session/load/watch_mappings.h"
#include "runtime/session/report.h"
#include "runtime/session/session_state.h"
#include "runtime/session/trace/control_map.h"
#include "runtime/session/trace/interrupt.h"
#include "runtime/session/trace/keyboard.h"
#include "runtime/session/trace/losses.h"

static int64_t now_ns(void)
{
	return (int64_t)clock_ns(CLOCK_MONOTONIC);
}

/*
 * If dtrace wakes up this much too late, without having been stopped, the
 * system is too busy to be traced.
 */
#define DEADMAN_NS INT64_C(10000000000)

enum { FD_RINGS, FD_SIGNALS, FD_WATCH, FD_UPROBES, FD_KEYS, FD_PROCESSES };

static bool is_ring_policy(const struct session *session)
{
	return session->options.value[OPT_bufpolicy] == POLICY_RING;
}

/* With the policies fill and ring records are shown at the end of the run. */
static bool is_late_policy(const struct session *session)
{
	return session->options.value[OPT_bufpolicy] != POLICY_SWITCH;
}

/* A command of -c may read the terminal itself. */
static bool wants_keys(const struct session *session)
{
	const struct process_list *processes = &session->asked.processes;

	for (size_t i = 0; i < processes->procs.cnt; i++)
		if (processes->procs.v[i].is_child)
			return false;
	return session->options.value[OPT_top];
}

/* A period of centuries does not overflow. */
static int64_t after(int64_t begin_ns, int64_t period_ns)
{
	return period_ns > INT64_MAX - begin_ns ? INT64_MAX :
						  begin_ns + period_ns;
}

void trace_loop_init(struct trace_loop *loop, struct session *session,
		     int interrupt_fd)
{
	const struct process_list *processes = &session->asked.processes;

	*loop = (struct trace_loop){
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
	loop->fds[FD_KEYS].fd = wants_keys(session) ? keyboard_open() : -1;
	for (size_t i = 0; i < processes->procs.cnt; i++)
		loop->fds[FD_PROCESSES + i].fd = processes->procs.v[i].pidfd;
	for (nfds_t i = 0; i < loop->fd_cnt; i++)
		loop->fds[i].events = POLLIN;
	loop->next_switch_ns = loop->next_agg_ns = now_ns();
	/* what was lost by then is not told twice within the first period */
	loop->next_status_ns = after(loop->next_switch_ns,
				     session->options.value[OPT_statusrate]);
}

void trace_loop_deinit(struct trace_loop *loop)
{
	keyboard_close();
	free(loop->fds);
}

static int poll_ns(struct trace_loop *loop, int64_t wait_ns)
{
	struct timespec wait = { .tv_sec = wait_ns / 1000000000,
				 .tv_nsec = wait_ns % 1000000000 };

	return ppoll(loop->fds, loop->fd_cnt, &wait, NULL);
}

/*
 * Waits for one of the descriptors. Programs with direct probes don't wake
 * dtrace, so their records are read meanwhile.
 */
static void wait_for_fds(struct trace_loop *loop, int64_t wait_ns)
{
	struct session *session = loop->session;
	int64_t end_ns = now_ns() + wait_ns, left_ns = wait_ns;
	int64_t direct_ns = session_direct_wait_ns(session);

	while (left_ns > direct_ns && !poll_ns(loop, direct_ns) &&
	       !session_direct_is_pressing(session)) {
		session_direct_poll(session);
		direct_ns = session_direct_wait_ns(session);
		left_ns = end_ns - now_ns();
	}
	if (left_ns <= direct_ns)
		(void)poll_ns(loop, left_ns < 0 ? 0 : left_ns);
}

/* With aggrate 0 a format shows aggregations only at the end. */
static bool has_ticks(const struct session *session)
{
	return session->options.value[OPT_aggrate] &&
	       consumer_has_tick(&session->consuming.consumer);
}

/* The shell, or whoever had the terminal meanwhile, may have changed it. */
static bool was_stopped(void)
{
	bool was = interrupt_was_stopped();

	if (was)
		keyboard_renew();
	return was;
}

/* Sleeps until something happens or the next switch is due. */
static void loop_wait(struct trace_loop *loop)
{
	volatile struct rt_control *control = session_control(loop->session);
	int64_t start_ns = now_ns();
	int64_t wait_ns = loop->next_switch_ns - start_ns;

	if (has_ticks(loop->session) &&
	    loop->next_agg_ns < loop->next_switch_ns)
		wait_ns = loop->next_agg_ns - start_ns;
	if (wait_ns < 0)
		wait_ns = 0;
	session_tell_wall_clock(loop->session);
	was_stopped();
	if (loop->wakes_early)
		control->reader_waits = 1;
	/* it may have been started late */
	loop->fds[FD_UPROBES].fd = kern_links_fd(loop->session->loaded.links);
	wait_for_fds(loop, wait_ns);
	control->reader_waits = 0;
	loop->is_unresponsive =
		now_ns() - start_ns - wait_ns >= DEADMAN_NS &&
		!was_stopped() &&
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
static bool processes_are_gone(struct trace_loop *loop, struct strbuf *notices)
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
static bool lost_uprobes(struct trace_loop *loop)
{
	const struct kern_links *links = loop->session->loaded.links;
	const char *written;

	if (!kern_links_are_lost(links))
		return false;
	loop->has_lost_uprobes = true;
	written = kern_links_written(links);
	if (written) {
		session_say("%s is being written to, and has probes: tracing "
			    "ends; programs that start or map it would have "
			    "breakpoints in the wrong places (make a new file "
			    "and rename it)",
			    written);
		return true;
	}
	session_say("the process that holds the user probes was killed: "
		    "tracing ends; programs that were traced may keep "
		    "breakpoints until they end");
	return true;
}

static bool was_interrupted(struct trace_loop *loop)
{
	bool is_end = interrupt_take(loop->fds[FD_SIGNALS].fd);

	if (interrupt_was_hung_up())
		host_reopen(&loop->session->consuming.consumer);
	if (!is_end)
		return false;
	/* a second signal is going to end dtrace at once */
	keyboard_close();
	loop->was_interrupted = true;
	return true;
}

static bool was_quit(struct trace_loop *loop)
{
	struct pollfd *keys = &loop->fds[FD_KEYS];

	if (keys->revents & POLLIN && keyboard_have(keys->fd, 'q'))
		return true;
	if (keys->revents & (POLLHUP | POLLERR))
		keys->fd = -1; /* the terminal is gone */
	return false;
}

/* Whether exit() has run or, with the policy fill, a buffer is full. */
static bool is_stopped(struct trace_loop *loop)
{
	struct session *session = loop->session;

	if (session->consuming.consumer.has_exited)
		return true;
	/* its record is read in the last pass, unless it was dropped */
	if (session_control(session)->state == RT_EXITING)
		return true;
	return session->options.value[OPT_bufpolicy] == POLICY_FILL &&
		counters_total(&session->consuming.consumer.drops.counters,
			       CNT_REC_DROPPED);
}

/*
 * Does a pass, unless records are left for the end. Records of code that a
 * process mapped after the notices were read have to wait for the next one.
 */
static int loop_pass(struct trace_loop *loop)
{
	struct session *session = loop->session;
	uint64_t start_ns = (uint64_t)now_ns();

	session_watch_read(session);
	if (is_ring_policy(session))
		consumer_learn_user_keys(&session->consuming.consumer,
					 start_ns);
	if (is_late_policy(session))
		return 0;
	session_direct_poll(session);
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

int trace_loop_run(struct trace_loop *loop)
{
	struct session *session = loop->session;
	const int64_t *option = session->options.value;
	bool is_over = session->consuming.consumer.has_exited ||
		session->anonymous.ends;

	while (!is_over) {
		struct strbuf notices = { 0 };
		int64_t now;
		int err;

		loop_wait(loop);
		if (loop->is_unresponsive)
			return -ETIME;
		/*
		 * a process that ended before the pass has left all its
		 * records, and the message about its end comes after them
		 */
		is_over = processes_are_gone(loop, &notices) ||
			was_interrupted(loop) || was_quit(loop);
		err = loop_pass(loop);
		session_say_lines(&notices);
		if (err)
			return err;
		if (is_stopped(loop) || lost_uprobes(loop))
			is_over = true;
		now = now_ns();
		if (now >= loop->next_switch_ns)
			loop->next_switch_ns = after(now, switch_period(option));
		if (now >= loop->next_status_ns) {
			session_report_losses(session);
			loop->next_status_ns = after(now, option[OPT_statusrate]);
		}
		if (option[OPT_aggrate] && now >= loop->next_agg_ns) {
			err = consumer_tick(&session->consuming.consumer);
			if (err)
				return err;
			loop->next_agg_ns = after(now, option[OPT_aggrate]);
		}
		if (now >= loop->next_clean_ns) {
			consumer_clean(&session->consuming.consumer);
			loop->next_clean_ns = now + option[OPT_cleanrate];
		}
	}
	return 0;
}
