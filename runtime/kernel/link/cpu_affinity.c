/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A watcher thread checks every two milliseconds where the process runs, and
 * moves the other thread.
 */
#include "runtime/kernel/link/cpu_affinity.h"

#include <dirent.h>
#include <errno.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/system/clock.h"
#include "runtime/kernel/helper_thread.h"
#include "sdt/process.h"

enum {
	/* for more threads, reading their state takes longer than it saves */
	THREAD_MAX = 64,
	CPU_MAX = 8192, /* more than Linux supports on x86-64 and arm64 */
	LOOK_NS = 2000000,
	LOOK_MAX = 125, /* a quarter of a second */
	/*
	 * gives the thread 3/4 of the CPU and the process 1/4, to finish sooner
	 */
	NEAR_NICE = -5,
};

struct cpu_affinity {
	pid_t pid;
	pid_t tid; /* the thread to move */
	pthread_t watcher;
	sem_t end;
	size_t set_bytes;
	cpu_set_t *own, *one; /* its original CPUs; a set for moving */
	int own_nice;
};

int cpu_affinity_cpu(pid_t pid)
{
	int ret = CPU_AFFINITY_NONE, thread_cnt = 0;
	struct dirent *entry;
	char path[32];
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	dir = opendir(path);
	while (ret != CPU_AFFINITY_SEVERAL && dir && (entry = readdir(dir))) {
		pid_t task = (pid_t)strtol(entry->d_name, NULL, 10);
		int cpu = task > 0 ? sdt_process_cpu(task) : -1;

		if (++thread_cnt > THREAD_MAX)
			ret = CPU_AFFINITY_SEVERAL;
		else if (cpu >= 0)
			ret = ret == CPU_AFFINITY_NONE || ret == cpu ?
				cpu : CPU_AFFINITY_SEVERAL;
	}
	if (dir)
		closedir(dir);
	return ret;
}

/* Moves the thread to @cpu, or if that is negative back to all its CPUs. */
static void move(struct cpu_affinity *near, int cpu)
{
	if (cpu < 0) {
		sched_setaffinity(near->tid, near->set_bytes, near->own);
	} else if (CPU_ISSET_S((size_t)cpu, near->set_bytes, near->own)) {
		CPU_ZERO_S(near->set_bytes, near->one);
		CPU_SET_S((size_t)cpu, near->set_bytes, near->one);
		sched_setaffinity(near->tid, near->set_bytes, near->one);
	}
}

static bool is_over(struct cpu_affinity *near)
{
	struct timespec until = clock_after(LOOK_NS);

	return !sem_clockwait(&near->end, CLOCK_MONOTONIC, &until) ||
	       errno != ETIMEDOUT;
}

static void *watch(void *p)
{
	struct cpu_affinity *near = p;
	int last = CPU_AFFINITY_NONE;

	if (near->own_nice > NEAR_NICE)
		setpriority(PRIO_PROCESS, (id_t)near->tid, NEAR_NICE);
	for (int i = 0; i < LOOK_MAX; i++) {
		int cpu = cpu_affinity_cpu(near->pid);

		/* while the process sleeps, the last CPU is as good as any */
		if (cpu != last && cpu != CPU_AFFINITY_NONE) {
			move(near, cpu);
			last = cpu;
		}
		if (is_over(near))
			break;
	}
	move(near, CPU_AFFINITY_SEVERAL);
	setpriority(PRIO_PROCESS, (id_t)near->tid, near->own_nice);
	return NULL;
}

static void near_free(struct cpu_affinity *near)
{
	sem_destroy(&near->end);
	CPU_FREE(near->own);
	CPU_FREE(near->one);
	free(near);
}

struct cpu_affinity *cpu_affinity_start(pid_t pid)
{
	struct cpu_affinity *near;

	if (!pid)
		return NULL;
	near = xcalloc(1, sizeof(*near));
	near->pid = pid;
	near->tid = gettid();
	near->own_nice = getpriority(PRIO_PROCESS, 0);
	near->set_bytes = CPU_ALLOC_SIZE(CPU_MAX);
	near->own = CPU_ALLOC(CPU_MAX);
	near->one = CPU_ALLOC(CPU_MAX);
	sem_init(&near->end, 0, 0);
	if (near->own && near->one &&
	    !sched_getaffinity(0, near->set_bytes, near->own) &&
	    CPU_COUNT_S(near->set_bytes, near->own) > 1 &&
	    !kern_thread_start(&near->watcher, watch, near))
		return near;
	near_free(near);
	return NULL;
}

void cpu_affinity_end(struct cpu_affinity *near)
{
	if (!near)
		return;
	sem_post(&near->end);
	pthread_join(near->watcher, NULL);
	near_free(near);
}
