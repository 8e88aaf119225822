// SPDX-License-Identifier: BSD-2-Clause
#include "runtime/session/direct/process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/file.h"
#include "runtime/session/direct/seize.h"
#include "runtime/session/session_state.h"

/* A program that fires often does so in this time; others are asked again. */
#define ASK_NS		20000000
#define REST_FIRST_NS	20000000
#define REST_MOST_NS	2000000000
/* A thread that makes the memory takes microseconds. */
#define BUSY_MOST_NS	1000000000

enum { START_TRIES = 500 };

/* ------------------------------------------------------- the control block */

static uint64_t control_addr(const struct direct_process *process)
{
	return process->note->control_vaddr + process->load_bias;
}

static int read_control(const struct direct_process *process,
			struct direct_control *ret)
{
	struct iovec to = { ret, sizeof(*ret) };
	struct iovec from = { (void *)control_addr(process), sizeof(*ret) };
	ssize_t got = process_vm_readv(process->pid, &to, 1, &from, 1, 0);

	return got == sizeof(*ret) ? 0 : got < 0 ? -errno : -EFAULT;
}

/* A byte can't be seen half-written. */
static int write_request(const struct direct_process *process, uint8_t value)
{
	struct iovec from = { &value, 1 };
	struct iovec to = { (void *)(control_addr(process) +
				     offsetof(struct direct_control, request)),
			    1 };

	return process_vm_writev(process->pid, &from, 1, &to, 1, 0) == 1 ?
		0 : -errno;
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

	va_start(ap, fmt);
	strbuf_vprintf(&process->why, fmt, ap);
	va_end(ap);
	set_step(process, STEP_OFF);
}

static bool task_has_filter(pid_t pid, const char *tid)
{
	_cleanup_free_ char *text = NULL;
	const char *field;
	char path[64];
	size_t len;

	snprintf(path, sizeof(path), "/proc/%d/task/%.10s/status", (int)pid, tid);
	if (file_read(path, &text, &len))
		return false;
	field = strstr(text, "\nSeccomp:");
	return field && atoi(field + strlen("\nSeccomp:"));
}

/* Whether a thread has a filter of system calls. */
static bool has_filter(pid_t pid)
{
	char path[64];
	struct dirent *entry;
	bool has = false;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	dir = opendir(path);
	while (dir && !has && (entry = readdir(dir)))
		has = entry->d_name[0] != '.' &&
		      task_has_filter(pid, entry->d_name);
	if (dir)
		closedir(dir);
	return has;
}

static void ask(struct direct_process *process)
{
	int err;

	if (has_filter(process->pid)) {
		give_up(process, "it has a filter of system calls (seccomp)");
		return;
	}
	process->helper = seize_begin(process->pid);
	if (process->helper == -EBUSY)
		give_up(process, "it has a debugger or another tracer of "
			"ptrace(2)");
	else if (process->helper < 0)
		give_up(process, "its filters of system calls can't be "
			"suspended: %s", strerror(-process->helper));
	if (process->helper < 0)
		return;
	err = write_request(process, 1);
	set_step(process, STEP_ASKED);
	if (!err)
		return;
	seize_end(process->helper);
	process->helper = 0;
	give_up(process, "its memory: %s", strerror(-err));
}

static void let_go(struct direct_process *process)
{
	if (process->helper > 0)
		seize_end(process->helper);
	process->helper = 0;
}

static void take_memory(struct direct_process *process,
			const struct direct_control *control,
			struct ring_feed *feeds)
{
	int err;

	let_go(process);
	process->data_addr = control->data_addr;
	process->code_addr = control->code_addr;
	err = direct_install(process, feeds);
	if (!err)
		set_step(process, STEP_ON);
	else if (process->step != STEP_OFF)
		give_up(process, "the memory for them: %s", strerror(-err));
}

/* No firing came: it is not to be attached to for long. */
static void take_back(struct direct_process *process)
{
	struct direct_control control;

	/* a thread that is at it may finish */
	if (write_request(process, 0) || read_control(process, &control) ||
	    control.state != DIRECT_BUSY)
		let_go(process);
	if (process->helper && age_ns(process) > BUSY_MOST_NS) {
		let_go(process);
		give_up(process, "the thread that made the memory did not "
			"finish");
		return;
	}
	if (process->helper)
		return;
	process->rest_ns = process->rest_ns ? process->rest_ns * 2 :
					      REST_FIRST_NS;
	if (process->rest_ns > REST_MOST_NS)
		process->rest_ns = REST_MOST_NS;
	set_step(process, STEP_RESTING);
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

/* Looks at a process that is new, was asked, or rested. */
static void look(struct direct_process *process, struct ring_feed *feeds)
{
	struct direct_control control;
	int err;

	if (process->step == STEP_RESTING &&
	    age_ns(process) < process->rest_ns)
		return;
	err = read_control(process, &control);
	if (err == -EFAULT && process->step != STEP_ASKED &&
	    process->retry_cnt++ < START_TRIES) {
		/* an exec maps the code before the data */
		process->rest_ns = 0;
		set_step(process, STEP_RESTING);
	} else if (err) {
		let_go(process);
		give_up(process, "its memory: %s", strerror(-err));
	} else if (control.version != DIRECT_VERSION ||
		   control.hook_cnt != process->note->hook_cnt) {
		let_go(process);
		give_up(process, "its control block is not what the file says");
	} else if (control.state == DIRECT_FAILED) {
		let_go(process);
		give_up(process, "it could not make the memory: %s",
			strerror(control.error));
	} else if (control.state == DIRECT_MAPPED &&
		   has_area(process, &control)) {
		take_memory(process, &control, feeds);
	} else if (process->step != STEP_ASKED) {
		ask(process);
	} else if (age_ns(process) > ASK_NS) {
		take_back(process);
	}
}

void direct_process_step(struct direct_process *process,
			 struct ring_feed *feeds)
{
	if (process->step == STEP_ON || process->step == STEP_OFF)
		return;
	if (!direct_process_has_ended(process)) {
		look(process, feeds);
		return;
	}
	let_go(process);
	give_up(process, "it has ended");
}

bool direct_process_is_waiting(const struct direct_process *process)
{
	return process->step == STEP_NEW || process->step == STEP_ASKED ||
	       process->step == STEP_RESTING;
}

bool direct_process_has_ended(const struct direct_process *process)
{
	struct pollfd fd = { .fd = process->pidfd, .events = POLLIN };

	if (process->pidfd < 0)
		return true;
	return poll(&fd, 1, 0) == 1;
}

/* ---------------------------------------------------------- begin and end */

int direct_process_init(struct direct_process *process, struct session *session,
			const struct usdt_direct_arrival *arrival,
			const struct sdt_direct *note,
			const struct shard_plan *plan)
{
	*process = (struct direct_process){
		.session = session,
		.pid = arrival->pid,
		.file_idx = arrival->file_idx,
		.note = note,
		.load_bias = arrival->load_bias,
		.data_fd = -1,
		.code_fd = -1,
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
	if (process->step == STEP_ASKED)
		take_back(process);
	let_go(process);
	if (!process->area)
		return;
	shard_control(&process->pump.shard)->state = RT_EXITING;
	for (size_t i = 0; i < process->note->hook_cnt; i++)
		__atomic_store_n(&process->area->hooks[i], 0, __ATOMIC_RELEASE);
}

void direct_process_deinit(struct direct_process *process)
{
	if (process->has_pump)
		pump_deinit(&process->pump);
	if (process->mem) {
		/* the process has it mapped until it ends */
		(void)fallocate(process->data_fd,
				FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
				(off_t)process->mem_off,
				(off_t)process->plan->bytes);
		munmap(process->mem, process->plan->bytes);
	}
	if (process->area)
		munmap(process->area, sizeof(*process->area));
	if (process->data_fd >= 0)
		close(process->data_fd);
	if (process->code_fd >= 0)
		close(process->code_fd);
	if (process->pidfd >= 0)
		close(process->pidfd);
	strbuf_deinit(&process->why);
	process->has_pump = false;
	process->mem = NULL;
	process->area = NULL;
	process->data_fd = process->code_fd = process->pidfd = -1;
}
