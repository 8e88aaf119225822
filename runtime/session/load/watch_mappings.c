// SPDX-License-Identifier: BSD-2-Clause
/*
 * Passes on the executable mappings that the kernel reports to three users:
 *
 *	providers	files that appear while the session runs: of all
 *			processes, from before they look at what is there
 *	usersym		so that the user addresses of a process that ended, or
 *			executed another program, before its records were read
 *			have the right names: of -c and -p, or else of all
 *	links		those that are filtered by a process: its first thread
 *			may end or be replaced (kernel/link/leader_exit.h)
 */
#include "runtime/session/load/watch_mappings.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "base/text/strbuf.h"
#include "runtime/kernel/bpf_error.h"
#include "runtime/kernel/link/leader_exit.h"
#include "runtime/kernel/link/links.h"
#include "runtime/kernel/mmap_events.h"
#include "runtime/kernel/program/load.h"
#include "runtime/provider/provider.h"
#include "runtime/session/load/check_needs.h"
#include "runtime/session/report.h"
#include "runtime/session/session_state.h"
#include "runtime/symbol/usersym.h"
#include "sdt/maps.h"
#include "sdt/process.h"

/* --------------------------------------------------------------- to usersym */

static void keep_mapping(struct session *session, pid_t pid,
			 const struct kern_mmap *mmap)
{
	struct usersym_mapping mapping = {
		.start_uaddr = mmap->start_uaddr,
		.end_uaddr = mmap->end_uaddr,
		.fileoff = mmap->fileoff,
		.ino = mmap->ino,
		.dev_major = mmap->dev_major,
		.dev_minor = mmap->dev_minor,
		.path = mmap->path,
		.time_ns = mmap->time_ns,
	};

	usersym_add_mapping(session->symbols.usersym, pid, &mapping);
}

/* ------------------------------------------------------------- to providers */

int session_load_code(void *ctx, const struct code *code)
{
	struct session *session = ctx;
	struct kern_log log = { 0 };
	int fd, err;

	err = kern_load(code, &session->loaded.maps, session->loaded.backend,
			&log, &fd);

	if (err)
		session_say("could not enable tracing: %s",
			    strbuf_text(&log.message));
	kern_log_deinit(&log);
	return err ? err : fd;
}

static int load_late(void *ctx, const struct code *code,
		     const struct clause *const *clauses, size_t clause_cnt)
{
	if (session_check_needs(ctx, clauses, clause_cnt))
		return -EPERM;
	return session_load_code(ctx, code);
}

static void tell_providers(struct session *session, pid_t pid,
			   const struct kern_mmap *mmap)
{
	struct strbuf said = { 0 };
	struct prov_late late = {
		.gen = session->generated.gen,
		.load = load_late,
		.ctx = session,
		.links = session->loaded.links,
		.said = &said,
	};

	/* our own files, and those of a child before its exec */
	if (pid == getpid())
		return;
	for (int i = 0; i < PROVIDER_CNT; i++)
		if (provider_table[i]->mapped)
			provider_table[i]->mapped(session->matched.providers[i],
						  pid, mmap, &late);
	session_report(session);
	session_say_lines(&said);
}

/* ---------------------------------------------------- to links with a filter */

/* Whether a task maps this very file, even if its path now names another
 * one. */
static bool has_file(void *arg, const struct stat *st)
{
	const pid_t *task = arg;
	struct sdt_maps maps = { 0 };
	struct sdt_maps_line line;
	bool ret = false;
	size_t pos = 0;

	sdt_maps_read(&maps, *task);
	while (!ret && sdt_maps_next(&maps, &pos, &line)) {
		struct stat mapped;
		char path[SDT_MAPPED_PATH_BYTES];

		if (line.ino != st->st_ino || !line.is_exec)
			continue;
		sdt_mapped_path(path, *task, line.start_uaddr, line.end_uaddr);
		ret = stat(path, &mapped) || mapped.st_dev == st->st_dev;
	}
	sdt_maps_deinit(&maps);
	return ret;
}

/*
 * Finds out what became of the first thread of @pid. @ended_ns: the time at
 * which its end was reported, or 0 if another thread has taken its place.
 */
static void follow(struct session *session, pid_t pid, uint64_t ended_ns)
{
	struct kern_links *links = session->loaded.links;
	struct kern_log log = { 0 };
	pid_t task;
	int cnt = 0;

	if (!leader_exit_has(links, pid))
		return;
	task = sdt_process_task(pid);
	if (task != pid)
		cnt = leader_exit_ended(links, pid, has_file, &task, &log);
	else if ((ended_ns || leader_exit_had_ended(links, pid)) &&
		 !sdt_process_has_ended(pid))
		cnt = leader_exit_replaced(links, pid, ended_ns, &log);
	if (cnt < 0 && cnt != -ESRCH) /* it has ended meanwhile */
		session_say("%s", strbuf_text(&log.message));
	else if (cnt > 0 && session->options.value[OPT_verbose])
		session_say("process %d continues without its first thread and "
			    "is still traced", (int)pid);
	kern_log_deinit(&log);
}

/* ---------------------------------------------------------------- notices */

static void mapped(void *ctx, pid_t pid, const struct kern_mmap *mmap)
{
	struct session *session = ctx;

	if (session->watched.keeps_mappings)
		keep_mapping(session, pid, mmap);
	if (!session->watched.watches_all || !session->loaded.links)
		return;
	follow(session, pid, 0);
	tell_providers(session, pid, mmap);
}

static void forked(void *ctx, pid_t parent, pid_t child, uint64_t time_ns)
{
	struct session *session = ctx;

	if (session->watched.keeps_mappings)
		usersym_copy(session->symbols.usersym, parent, child, time_ns);
}

static void ended(void *ctx, pid_t pid, uint64_t time_ns)
{
	struct session *session = ctx;

	if (session->watched.keeps_mappings)
		usersym_end(session->symbols.usersym, pid);
	if (session->watched.watches_all && session->loaded.links)
		follow(session, pid, time_ns);
}

static void lost(void *ctx)
{
	struct session *session = ctx;

	session->watched.has_lost_mmaps = true;
}

/* Reports all present mappings of the process as if they were new. */
static int tell_process(const struct sdt_process *process, void *ctx)
{
	struct session *session = ctx;

	if (session->loaded.links)
		follow(session, process->pid, 0);
	for (size_t i = 0; i < process->mapping_cnt; i++) {
		const struct sdt_mapping *mapping = &process->mappings[i];
		struct kern_mmap mmap = {
			.start_uaddr = mapping->start_uaddr,
			.end_uaddr = mapping->end_uaddr,
			.fileoff = mapping->map_fileoff,
			.ino = mapping->ino,
			.dev_major = mapping->dev_major,
			.dev_minor = mapping->dev_minor,
			.path = mapping->path,
		};

		if (session->loaded.links)
			tell_providers(session, process->pid, &mmap);
	}
	return 0;
}

/* Notices were dropped: reads the mappings of all processes. */
static void look_again(struct session *session)
{
	struct sdt_scanner *scanner = sdt_scanner_create(SDT_WANT_SITES);

	sdt_scan_all(scanner, tell_process, session);
	sdt_scanner_destroy(scanner);
}

static const struct kern_mmaps_ops ops = {
	.mapped = mapped,
	.forked = forked,
	.ended = ended,
	.lost = lost,
};

/* ------------------------------------------------------------- the session */

void session_watch_all(void *ctx)
{
	struct session *session = ctx;
	int err;

	if (session->watched.mmaps)
		return;
	session->watched.mmaps =
		kern_mmaps_create(&session->limits.cpus, false);
	err = kern_mmaps_watch_all(session->watched.mmaps);
	session->watched.watches_all = !err;
	if (err)
		session_say("files that no process maps yet will not be traced: %s",
			    strerror(-err));
}

/* Only for names, which are needed when records are read. */
static void watch_names(struct session *session)
{
	int err = kern_mmaps_watch_all(session->watched.mmaps);

	if (!err)
		usersym_watch_all(session->symbols.usersym);
	else
		session_say("user addresses of programs that end or execute "
			    "others may lack names: %s",
			    strerror(-err));
}

void session_watch_start(struct session *session)
{
	const struct process_list *processes = &session->asked.processes;

	session->watched.keeps_mappings =
		session->generated.result->has_user_addresses;
	if (session->watched.keeps_mappings && session->watched.watches_all)
		usersym_watch_all(session->symbols.usersym);
	if (!session->watched.keeps_mappings)
		return;
	if (!session->watched.mmaps) {
		session->watched.mmaps =
			kern_mmaps_create(&session->limits.cpus, true);
		if (!processes->procs.cnt)
			watch_names(session);
	}
	for (size_t i = 0; i < processes->procs.cnt; i++) {
		const struct process *process = &processes->procs.v[i];
		int err =
			kern_mmaps_watch(session->watched.mmaps, process->pid);

		if (err && err != -ESRCH)
			session_say("user addresses of process %d may lack "
				    "names once it has ended: %s", process->pid,
				    strerror(-err));
		if (process->go_fd >= 0)
			continue;
		usersym_load(session->symbols.usersym, process->pid);
		if (!err)
			usersym_watch(session->symbols.usersym, process->pid);
	}
}

void session_watch_stop(struct session *session)
{
	kern_mmaps_destroy(session->watched.mmaps);
}

/* Reported once: what was lost is unknown, and may not have mattered. */
static void say_lost(struct session *session)
{
	if (!session->watched.keeps_mappings ||
	    session->watched.has_said_lost_mmaps)
		return;
	session->watched.has_said_lost_mmaps = true;
	session_say("notices of files that programs map were lost: user "
		    "addresses of programs that have ended may lack names");
}

int session_watch_fd(const struct session *session)
{
	return kern_mmaps_fd(session->watched.mmaps);
}

void session_watch_read(struct session *session)
{
	uint64_t start_ns = clock_ns(CLOCK_MONOTONIC);

	if (!session->watched.mmaps)
		return;
	session->watched.has_lost_mmaps = false;
	kern_mmaps_read(session->watched.mmaps, &ops, session);
	usersym_told(session->symbols.usersym, start_ns);
	if (!session->watched.has_lost_mmaps)
		return;
	say_lost(session);
	if (session->watched.watches_all)
		look_again(session);
}
