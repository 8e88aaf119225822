// SPDX-License-Identifier: BSD-2-Clause
#include "runtime/session/direct/direct_process.h"

#include <dirent.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/system/clock.h"
#include "base/system/file.h"
#include "runtime/process/exit_status.h"
#include "runtime/session/direct/control_block.h"
#include "runtime/session/report.h"
#include "runtime/session/session_state.h"

/*
 * A program that fires often does so in this time. Others are asked again, ever
 * more rarely: while the helper is their tracer, signals that they ignore
 * interrupt their system calls.
 */
#define ASK_NS		20000000
#define REST_FIRST_NS	20000000
#define REST_MOST_NS	10000000000
#define START_NS	500000000
#define STEP_WAIT_NS	250000

/* ------------------------------------------------------- the control block */

static uint64_t control_addr(const struct direct_process *process)
{
	return process->note->control_vaddr + process->load_bias;
}

static int read_control(const struct direct_process *process,
			struct direct_control *ret)
{
	return control_block_read(process->pid, control_addr(process), ret);
}

/* ------------------------------------------------------------------- steps */

static void set_step(struct direct_process *process, enum direct_step step)
{
	process->step = step;
	process->since_ns = clock_ns(CLOCK_MONOTONIC);
}

static uint64_t age_ns(const struct direct_process *process)
{
	return clock_ns(CLOCK_MONOTONIC) - process->since_ns;
}

__attribute__((format(printf, 2, 3)))
static void give_up(struct direct_process *process, const char *fmt, ...)
{
	va_list ap;

	strbuf_clear(&process->why);
	va_start(ap, fmt);
	strbuf_vprintf(&process->why, fmt, ap);
	va_end(ap);
	process->has_news = true;
	set_step(process, STEP_OFF);
}

static void rest(struct direct_process *process)
{
	process->rest_ns =
		process->rest_ns ? process->rest_ns * 2 : REST_FIRST_NS;
	if (process->rest_ns > REST_MOST_NS)
		process->rest_ns = REST_MOST_NS;
	set_step(process, STEP_RESTING);
}

/* Looks again later; says so the first time. */
static void put_off(struct direct_process *process, const char *why)
{
	if (!process->why.len) {
		strbuf_puts(&process->why, why);
		process->has_news = true;
	}
	rest(process);
}

/* Whether a line of /proc/PID/status has a number other than 0. */
static bool has_number(const char *status, const char *field)
{
	const char *line = strstr(status, field);

	return line && atoi(line + strlen(field));
}

/* This can end: a debugger leaves, or the helper of another dtrace. */
static const char is_traced[] =
	"it has a debugger or another tracer of ptrace(2)";

/* NULL, or why nothing is to be asked of a thread. */
static const char *task_objection(pid_t pid, const char *tid)
{
	_cleanup_free_ char *status = NULL;
	char path[64];
	size_t len;

	snprintf(path, sizeof(path), "/proc/%d/task/%.10s/status", (int)pid, tid);
	if (file_read(path, &status, &len))
		return NULL;
	if (has_number(status, "\nSeccomp:"))
		return "it has a filter of system calls (seccomp)";
	if (has_number(status, "\nTracerPid:"))
		return is_traced;
	return NULL;
}

static const char *objection(pid_t pid)
{
	const char *why = NULL;
	struct dirent *entry;
	char path[64];
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	dir = opendir(path);
	while (dir && !why && (entry = readdir(dir)))
		if (entry->d_name[0] != '.')
			why = task_objection(pid, entry->d_name);
	if (dir)
		closedir(dir);
	return why;
}

/*
 * Whether another provider of the process has a helper: that is its tracer now,
 * and there can be one only.
 */
static bool has_other_helper(const struct direct_process *process)
{
	const struct session_direct *direct = &process->session->direct;

	for (size_t i = 0; i < direct->processes.cnt; i++) {
		const struct direct_process *other = direct->processes.v[i];

		if (other != process && other->pid == process->pid &&
		    other->request.helper)
			return true;
	}
	return false;
}

static void ask(struct direct_process *process)
{
	const char *why;
	int err;

	if (has_other_helper(process))
		return;
	why = objection(process->pid);
	if (why == is_traced) {
		put_off(process, why);
		return;
	}
	if (why) {
		give_up(process, "%s", why);
		return;
	}
	err = request_helper_begin(&process->request, process->pid,
				   control_addr(process),
				   process->note->hook_cnt);
	if (err) {
		give_up(process, "no helper process: %s", strerror(-err));
		return;
	}
	set_step(process, STEP_ASKED);
	/* it has no memory, so no hooks either; this takes as long */
	err = direct_let_live(process);
	if (!err)
		return;
	request_helper_end(&process->request);
	give_up(process, "the uprobe that tells it whether dtrace is alive: %s",
		strerror(-err));
}

/*
 * Another dtrace has set the hooks, and both have a program at the stubs: the
 * lock of the file does not reach into other network namespaces.
 */
static void lose(struct direct_process *process)
{
	give_up(process, "another dtrace, in another network namespace, has "
		"set its hooks");
	session_say("process %d runs probes of %s for another dtrace: their "
		    "firings are missing here; use -x direct=off",
		    (int)process->pid, process->note->provider->name);
}

static void take_memory(struct direct_process *process,
			const struct direct_control *control,
			struct local_ring *feeds)
{
	int err;

	process->data_addr = control->data_addr;
	process->code_addr = control->code_addr;
	err = direct_install(process, feeds);
	if (!err)
		set_step(process, STEP_ON);
	else if (err == -ESRCH || process_has_ended(process->pidfd))
		set_step(process, STEP_OFF); /* nothing can be read of it */
	else if (err == -EBADF)
		give_up(process, "what it has mapped is not the agent's");
	else if (err == -EBUSY)
		lose(process);
	else if (err == -ENOTSUP)
		give_up(process, "none of them can be direct");
	else if (process->step != STEP_OFF)
		give_up(process, "the memory for them: %s", strerror(-err));
}

/*
 * Whether there is a helper. One that was killed could not take back what it has
 * asked for; nobody suspends filters now, so a firing must not obey it.
 */
static bool is_helped(struct direct_process *process, int *err_ret)
{
	if (request_helper_is_running(&process->request, err_ret))
		return true;
	if (*err_ret && !process_has_ended(process->pidfd))
		request_helper_withdraw(&process->request);
	return false;
}

static void note_helper_end(struct direct_process *process, int err)
{
	if (!err)
		rest(process);
	else if (err == -ETIME)
		give_up(process, "the thread that made the memory did not "
			"finish");
	else if (err == -EPERM && objection(process->pid) == is_traced)
		put_off(process, is_traced); /* another one was quicker */
	else
		give_up(process, "its filters of system calls can't be "
			"suspended: %s", strerror(-err));
}

/* Not so in a child of fork(2), which has the words of its parent. */
static bool has_area(const struct direct_process *process,
		     const struct direct_control *control)
{
	struct direct_gate gate = { 0 };
	struct iovec to = { &gate, sizeof(gate) };
	struct iovec from = { (void *)control->gate, sizeof(gate) };

	return process_vm_readv(process->pid, &to, 1, &from, 1, 0) ==
		       sizeof(gate) &&
	       gate.area && gate.area == control->data_addr;
}

/* A process that was asked, and has not answered; @is_absent: it can't now. */
static void await(struct direct_process *process, bool is_absent)
{
	int err;

	if (!is_helped(process, &err)) {
		note_helper_end(process, err);
	} else if (process->step == STEP_ASKED &&
		   (is_absent || age_ns(process) > ASK_NS)) {
		/* no firing came: it is not to be attached to for long */
		request_helper_end(&process->request);
		set_step(process, STEP_LEAVING);
	}
}

/* Whether the control block is of the agent that the file describes. */
static bool is_described(const struct direct_process *process,
			 const struct direct_control *control)
{
	return control_block_fits(control, process->note->hook_cnt);
}

/* Gives up for what the control block says; false: it is as it should be. */
static bool is_refused(struct direct_process *process,
		       const struct direct_control *control)
{
	if (!is_described(process, control))
		give_up(process, "its control block is not what the file says");
	else if (control->state == DIRECT_FAILED)
		give_up(process, "it could not create the memory: %s",
			strerror(control->error));
	else
		return false;
	request_helper_end(&process->request);
	return true;
}

/* May it become readable yet? */
static bool has_time_to_start(struct direct_process *process)
{
	uint64_t ns = clock_ns(CLOCK_MONOTONIC);

	if (!process->absent_ns)
		process->absent_ns = ns;
	return ns - process->absent_ns < START_NS;
}

static void look(struct direct_process *process, struct local_ring *feeds)
{
	struct direct_control control;
	int err = read_control(process, &control);

	/*
	 * A program or library that is being loaded has its code before its
	 * data: until then another part of the file, or nothing, is there. One
	 * that was closed may come back.
	 */
	if ((err == -EFAULT || (!err && !is_described(process, &control))) &&
	    has_time_to_start(process)) {
		if (process->request.helper)
			await(process, true);
		return;
	}
	if (err) {
		request_helper_end(&process->request);
		give_up(process, "its memory: %s", strerror(-err));
		return;
	}
	if (is_refused(process, &control))
		return;
	process->absent_ns = 0;
	if (control.state == DIRECT_MAPPED && has_area(process, &control)) {
		request_helper_end(&process->request);
		take_memory(process, &control, feeds);
	} else if (process->request.helper) {
		await(process, false);
	} else {
		ask(process);
	}
}

void direct_process_step(struct direct_process *process,
			 struct local_ring *feeds)
{
	int err;

	if (process->step == STEP_ON || process->step == STEP_OFF) {
		(void)is_helped(process, &err);
		return;
	}
	if (process_has_ended(process->pidfd)) {
		request_helper_end(&process->request);
		set_step(process, STEP_OFF);
	} else if (process->step != STEP_RESTING ||
		   age_ns(process) >= process->rest_ns) {
		look(process, feeds);
	}
}

uint64_t direct_process_wait_ns(const struct direct_process *process)
{
	uint64_t ns;

	if (process->step == STEP_ON || process->step == STEP_OFF)
		return UINT64_MAX;
	if (process->step != STEP_RESTING)
		return STEP_WAIT_NS;
	ns = age_ns(process);
	return ns < process->rest_ns ? process->rest_ns - ns : 0;
}

/* ---------------------------------------------------------- begin and end */

int direct_process_init(struct direct_process *process, struct session *session,
			const struct usdt_direct_arrival *arrival,
			const struct sdt_direct *note, uint64_t copy_bytes,
			const struct shared_memory_plan *plan)
{
	*process = (struct direct_process){
		.session = session,
		.pid = arrival->pid,
		.file_idx = arrival->file_idx,
		.note = note,
		.load_bias = arrival->load_bias,
		.data_fd = -1,
		.code_fd = -1,
		.mem_bytes = plan->bytes + copy_bytes,
		.copy_bytes = copy_bytes,
		.plan = plan,
	};
	process->pidfd = (int)syscall(SYS_pidfd_open, process->pid, 0);
	if (process->pidfd < 0)
		return -errno;
	set_step(process, STEP_NEW);
	return 0;
}

void direct_process_stop(struct direct_process *process)
{
	request_helper_stop(&process->request);
	if (!process->has_pump)
		return;
	shared_memory_control(&process->pump.shared)->state = RT_EXITING;
	for (size_t i = 0; i < process->note->hook_cnt; i++)
		__atomic_store_n(&process->area->hooks[i], 0, __ATOMIC_RELEASE);
}

void direct_process_deinit(struct direct_process *process)
{
	request_helper_stop(&process->request);
	if (process->has_pump)
		pump_deinit(&process->pump);
	direct_give_back(process);
	if (process->mem)
		munmap(process->mem, process->mem_bytes);
	if (process->area)
		munmap(process->area, sizeof(*process->area));
	if (process->data_fd >= 0)
		close(process->data_fd);
	if (process->code_fd >= 0)
		close(process->code_fd);
	close(process->pidfd);
	strbuf_deinit(&process->why);
}
