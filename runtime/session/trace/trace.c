// SPDX-License-Identifier: BSD-2-Clause
/*
 * An enabled session, from BEGIN to END:
 *
 *	BEGIN -> active -> [wait, read, print]... -> detach -> END -> the rest
 */
#include "runtime/session/trace/trace.h"

#include <errno.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/system/file.h"
#include "runtime/common/record.h"
#include "runtime/consume/consumer.h"
#include "runtime/kernel/link/links.h"
#include "runtime/kernel/program/load.h"
#include "runtime/kernel/rcu_grace_period.h"
#include "runtime/process/process.h"
#include "runtime/provider/provider.h"
#include "runtime/session/anonymous/hold.h"
#include "runtime/session/load/watch_mappings.h"
#include "runtime/session/report.h"
#include "runtime/session/session_state.h"
#include "runtime/session/trace/consumer_setup.h"
#include "runtime/session/trace/control_map.h"
#include "runtime/session/trace/counts.h"
#include "runtime/session/trace/interrupt.h"
#include "runtime/session/trace/loop.h"
#include "runtime/session/trace/losses.h"
#include "runtime/symbol/unwind/dwfl_unwind.h"

/* exit() may set EXITING at any time; that must win. */
static void advance_state(struct session *session, uint32_t from, uint32_t to)
{
	__atomic_compare_exchange_n(&session_control(session)->state, &from, to,
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

static void stop_providers(struct session *session)
{
	for (int i = 0; i < PROVIDER_CNT; i++)
		if (provider_table[i]->stop)
			session->consuming.to_run_cnt += provider_table[i]->stop(
				session->matched.providers[i]);
}

/* If the record of an exit() was dropped, its status is in the control map. */
static void find_status(struct session *session)
{
	struct consumer *consumer = &session->consuming.consumer;

	if (consumer->has_exited)
		return;
	consumer->has_exited = true;
	consumer->exit_status = session_control(session)->exit_status;
}

/* The picture of -x top was drawn over the messages. */
static void repeat_messages(struct session *session)
{
	if (session_repeat())
		(void)consumer_report_again(&session->consuming.consumer);
}

static int finish(struct session *session, bool was_interrupted_by_user)
{
	bool has_exited = session_control(session)->state == RT_EXITING;
	int err = 0;

	if (was_interrupted_by_user)
		err = consumer_newline(&session->consuming.consumer);
	session_control(session)->state = RT_EXITING;
	session_count_missed(session);
	stop_providers(session);
	session_direct_stop(session);
	kern_links_close(take_ptr(session->loaded.links));
	/* no program overwrites what is read now */
	if (session->options.value[OPT_bufpolicy] == POLICY_RING)
		kern_rcu_grace_period();
	session_watch_read(session);
	session_direct_finish(session);
	if (!err)
		err = consumer_pass_until(&session->consuming.consumer,
					  UINT64_MAX);
	if (has_exited)
		find_status(session);
	session_control(session)->state = RT_ENDING;
	if (run_own_probe(session, "END"))
		session->consuming.has_no_end = true;
	session_control(session)->state = RT_EXITING;
	session_direct_settle(session);
	/*
	 * nothing is counted after this; the end of the format must come last
	 */
	session_report_losses(session);
	if (!err)
		err = consumer_final(&session->consuming.consumer);
	repeat_messages(session);
	session_report_names(session);
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

/* Opens the consumer and prints what the output format begins with. */
static int open_output(struct session *session)
{
	int err;

	if (session->options.value[OPT_ustackunwind])
		session->symbols.unwinder =
			unwinder_create(session->symbols.usersym);
	err = session_open_consumer(session);
	if (err) {
		session_say("could not read the buffers: %s", strerror(-err));
		return err;
	}
	if (session->options.value[OPT_top])
		session_keep();
	err = consumer_begin(&session->consuming.consumer);
	say_end(session, err);
	return err;
}

/* Fires BEGIN; from then on all probes fire, and the processes of -c run. */
static int begin(struct session *session)
{
	int err;

	session_tell_wall_clock(session);
	if (run_own_probe(session, "BEGIN"))
		return -EINVAL;
	advance_state(session, RT_STARTING, RT_ACTIVE);
	if (start_providers(session))
		return -EINVAL;
	session_watch_start(session);
	err = process_release(&session->asked.processes);
	if (err)
		session_say("could not let the processes of -c and -p run: %s",
			    strerror(-err));
	return err;
}

static int open_interrupt(const struct session *session)
{
	int fd = interrupt_open(session->asked.out_path != NULL);

	if (fd < 0)
		session_say("^C ends dtrace at once: %s", strerror(-fd));
	return fd;
}

/*
 * Opens the output and fires BEGIN; an anonymous session does so in the other
 * order, with its claim in between. Returns 0, -EINTR when it was ended before
 * the claim, or another -errno after a message.
 */
static int start(struct session *session, int *interrupt_fd)
{
	int err;

	if (!session->anonymous.is_asked) {
		err = open_output(session);
		if (!err)
			err = begin(session);
		if (!err)
			*interrupt_fd = open_interrupt(session);
		return err;
	}
	err = begin(session);
	if (err)
		return err;
	*interrupt_fd = open_interrupt(session);
	err = session_await_claim(session, *interrupt_fd);
	return err ? err : open_output(session);
}

static int exit_status(const struct session *session)
{
	const struct consumer *consumer = &session->consuming.consumer;

	if (session->consuming.has_no_end)
		return 1;
	if (consumer->has_exited)
		return consumer->exit_status;
	return process_list_has_failed(&session->asked.processes);
}

int session_trace(struct session *session)
{
	struct trace_loop loop;
	int err, interrupt_fd = -1;

	err = start(session, &interrupt_fd);
	if (err)
		return err != -EINTR; /* nobody wants the data */
	trace_loop_init(&loop, session, interrupt_fd);
	err = trace_loop_run(&loop);
	interrupt_close(interrupt_fd, &session->asked.processes.child_mask);
	if (!err)
		err = finish(session, loop.was_interrupted);
	trace_loop_deinit(&loop);
	say_end(session, err);
	return err || loop.has_lost_uprobes ? 1 : exit_status(session);
}
