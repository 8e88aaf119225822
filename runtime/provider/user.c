// SPDX-License-Identifier: BSD-2-Clause
#include "runtime/provider/user.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/text/printable.h"
#include "sdt/process.h"

pid_t prov_filter_pid(uint32_t tgid)
{
	pid_t pid = (pid_t)tgid;

	return pid && sdt_process_task(pid) != pid ? 0 : pid;
}

const char *prov_process_text(struct arena *arena, pid_t pid, int err)
{
	pid_t leader = sdt_process_of_thread(pid);

	return leader ? arena_printf(arena, "%d is a thread of process %d", pid,
				     leader) :
			arena_printf(arena, "process %d: %s", pid,
				     strerror(-err));
}

void prov_say_unopened(bool *has_said, const char *path, pid_t pid, int err,
		       struct strbuf *said)
{
	if (*has_said || (err != -EMFILE && err != -ENFILE && err != -ENOMEM &&
			  err != -EIO))
		return;
	*has_said = true;
	printable_line(said, "probes in files that processes map from now on "
		       "may be missing, first in %s of process %d: %s", path,
		       (int)pid, strerror(-err));
}

const char *prov_unopened_text(const struct prov_env *env, pid_t pid)
{
	_cleanup_free_ char *path = NULL;

	/* before its exec, a command maps the files of dtrace */
	if (process_list_find_held(env->processes, pid))
		return "";
	path = sdt_process_unopened(pid);
	return path ? arena_printf(env->arena,
				   "; %s, which it maps, can't be opened",
				   path) :
		      "";
}

bool prov_is_builtin(const char *provider)
{
	static const char *const names[] = { "pid", "plockstat" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		size_t len = strlen(names[i]);
		const char *rest = provider + len;

		if (!strncmp(provider, names[i], len) && *rest &&
		    (!strcmp(rest, "*") ||
		     !rest[strspn(rest, "0123456789")]))
			return true;
	}
	/* the digit of nfsv3 is not a process id */
	for (int i = 0; i < PROVIDER_CNT; i++)
		if (!strcmp(provider_table[i]->name, provider))
			return true;
	return false;
}

void prov_link_add(struct prov_link *link, struct kern_site site,
		   uint32_t number)
{
	vec_push(&link->sites, site);
	vec_push(&link->numbers, number);
}

static void bad_site(void *arg, size_t site_idx, int err)
{
	const struct prov_link *link = arg;

	link->bad(link, link->numbers.v[site_idx], err);
}

/* A file may have several links. */
static void warn_of_copy(const struct prov_link *link)
{
	struct strbuf line = { 0 };

	printable_line(&line, "%s is not probed: process %u executes the copy "
		       "that the file was before it was changed on overlayfs",
		       link->path, link->tgid);
	if (!strstr(strbuf_text(link->warn), strbuf_text(&line)))
		strbuf_puts(link->warn, strbuf_text(&line));
	strbuf_deinit(&line);
}

int prov_link_attach(struct prov_link *link, int prog_fd)
{
	struct kern_log log = { 0 };
	char path[64];
	const struct kern_uprobe req = {
		.prog_fd = prog_fd,
		.path = path,
		.pid = prov_filter_pid(link->tgid),
		.is_return = link->is_return,
		.sites = link->sites.v,
		.site_cnt = link->sites.cnt,
	};
	int err;

	if (!link->sites.cnt)
		return 0;
	/* a name for the open file, which this process opens again */
	snprintf(path, sizeof(path), "/proc/%d/fd/%d", getpid(), link->fd);
	err = kern_uprobe_attach(link->links, &req, bad_site, link, &log);
	if (err && !(err == -ESRCH && link->may_be_gone))
		printable_line(link->warn, "%s: %s", link->path,
			       strbuf_text(&log.message));
	kern_log_deinit(&log);
	if (!err && link->tgid &&
	    prov_is_other_copy((pid_t)link->tgid, link->fd,
			       link->sites.v[0].fileoff))
		warn_of_copy(link);
	link->sites.cnt = link->numbers.cnt = 0;
	return err;
}

void prov_link_deinit(struct prov_link *link)
{
	vec_deinit(&link->sites);
	vec_deinit(&link->numbers);
}

void prov_enable_site(struct prov_sink *sink, uint32_t site)
{
	const struct prov_enabler *enabler = (const struct prov_enabler *)sink;

	enabler->ops->enable(enabler->state, site, enabler->clause);
}

int prov_late_attach(const struct prov_late *late,
		     const struct prov_late_class *class)
{
	_cleanup_close_ int fd = -1;
	struct code code;
	int err = gen_late(late->gen, class->class_name, class->abi,
			   class->clauses, class->clause_cnt, &code);

	if (err)
		return err;
	fd = late->load(late->ctx, &code, class->clauses, class->clause_cnt);
	code_deinit(&code);
	return fd < 0 ? fd : class->attach(class->arg, fd);
}

int prov_late_attach_each(const struct prov_late *late,
			  const struct prov_late_class *class)
{
	struct prov_late_class one = *class;
	int err = prov_late_attach(late, class);

	if (err != -ENOSPC || class->clause_cnt == 1)
		return err;
	err = 0;
	one.clause_cnt = 1;
	/* the kernel first runs the program that was attached last */
	for (size_t i = class->clause_cnt; i > 0 && !err; i--) {
		one.clauses = class->clauses + i - 1;
		err = prov_late_attach(late, &one);
	}
	return err;
}

int prov_compare_words(const void *a_, const void *b_)
{
	const uint64_t *a = a_, *b = b_;

	return *a < *b ? -1 : *a > *b;
}

enum kern_backend prov_backend(const struct prov_env *env)
{
	return env->options->value[OPT_nouprobemulti] ? KERN_UPROBE_PERF :
							kern_backend();
}
