// SPDX-License-Identifier: BSD-2-Clause
/*
 * Files that were not known when the session was enabled: when a process maps
 * one, the kernel reports it, and matching sites are attached while the process
 * runs. Firings before that are not traced.
 *
 *	notice -> seen before? -> sites -> descriptions -> enablings
 *	       -> classes (many: usdt_shared_program.c) -> programs -> links
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/system/clock.h"
#include "base/text/printable.h"
#include "runtime/provider/usdt/usdt.h"
#include "sdt/maps.h"

/*
 * Each program takes milliseconds, in which the process is not traced: with
 * more classes than this the arguments are read by a table.
 */
enum { LATE_PROGRAM_MAX = 3 };

static const char late_class[] = "usdt";

/* A file that was examined, for one process or for any (pid 0). */
struct seen_key {
	uint64_t ino;
	uint32_t dev_major, dev_minor;
	uint32_t pid;
	uint32_t pad;
};

/* Distinguishes it from a later file that has its inode. */
struct seen_file {
	struct timespec mtime;
	int64_t size_bytes;
};

/* ---------------------------------------------------- before: spare programs */

/* The provider of a site that is not known yet has a pid after its name. */
static bool spare_name(void *arg, uint32_t tag, struct abi_name *ret)
{
	(void)arg;
	(void)tag;
	for (int i = 0; i < ABI_FIELD_CNT; i++)
		ret->fields[i] = "later";
	ret->has_pid = true;
	return true;
}

/*
 * The arguments of a site that is not known yet can be anywhere; reading memory
 * of the process takes the largest program.
 */
static void spare_abi(struct usdt_state *state, struct probe_abi *ret)
{
	*ret = (struct probe_abi){
		.context = ABI_UPROBE,
		.identity.kind = ABI_ID_COOKIE,
		.filter.active_state = RT_ACTIVE,
		.names = { .name = spare_name, .arg = state,
			   .id = usdt_id, .own_ids = usdt_own_ids },
	};
	for (unsigned int i = 0; i < SDT_ARG_MAX; i++)
		ret->args[i] = (struct abi_arg){
			.kind = ABI_ARG_MEM,
			.size_bytes = 8,
			.is_signed = true,
			.index_off = -1,
		};
}

int usdt_spare(struct usdt_state *state, struct gen *gen)
{
	_cleanup_free_ const struct clause **clauses =
		xcalloc(state->laters.cnt + 1, sizeof(*clauses));
	struct probe_abi abi;

	for (size_t i = 0; i < state->laters.cnt; i++)
		clauses[i] = state->laters.v[i].clause;
	spare_abi(state, &abi);
	return gen_spare(gen, late_class, &abi, clauses, state->laters.cnt);
}

/* ------------------------------------------------------------------ the file */

static bool has_laters_for(const struct usdt_state *state, pid_t pid)
{
	for (size_t i = 0; i < state->laters.cnt; i++)
		if (state->laters.v[i].pid == pid)
			return true;
	return false;
}

/* Whether @path is the mapped file. */
static bool is_there(const char *path, const struct kern_mmap *mmap,
		     struct stat *st_ret)
{
	/* opening something other than a file may have an effect */
	return !stat(path, st_ret) && S_ISREG(st_ret->st_mode) &&
	       st_ret->st_ino == mmap->ino;
}

static bool is_in_maps(pid_t task, const struct kern_mmap *mmap,
		       char path[PATH_MAX], struct stat *st_ret)
{
	sdt_mapped_path(path, task, mmap->start_uaddr, mmap->end_uaddr);
	return is_there(path, mmap, st_ret);
}

/*
 * Finds a name of the file: as the process maps it or, if it has ended, its
 * path. Returns false if there is no such file any more. (This runs for each
 * mapping of every process, so the usual way comes first.)
 */
static bool find_mapped(pid_t pid, const struct kern_mmap *mmap,
			char path[PATH_MAX], struct stat *st_ret)
{
	pid_t task;

	if (is_in_maps(pid, mmap, path, st_ret))
		return true;
	task = sdt_process_task(pid);
	if (task != pid && is_in_maps(task, mmap, path, st_ret))
		return true;
	snprintf(path, PATH_MAX, "/proc/%d/root%s", (int)task, mmap->path);
	if (is_there(path, mmap, st_ret))
		return true;
	snprintf(path, PATH_MAX, "%s", mmap->path);
	return is_there(path, mmap, st_ret);
}

/*
 * Returns whether to examine the file for process @pid (0: all). A file with
 * the inode of a deleted one is another file.
 */
static bool is_unseen(const struct usdt_state *state, uint32_t pid,
		      const struct kern_mmap *mmap, const struct stat *st)
{
	struct seen_key key = { mmap->ino, mmap->dev_major, mmap->dev_minor,
				pid, 0 };
	void **slot = map_find(&state->seen, &key, sizeof(key));
	const struct seen_file *file = slot ? *slot : NULL;

	return !file || file->size_bytes != st->st_size ||
	       file->mtime.tv_sec != st->st_mtim.tv_sec ||
	       file->mtime.tv_nsec != st->st_mtim.tv_nsec;
}

/*
 * The file is examined now. This is noted once it is open: the process may end
 * before that, and then the next one that maps the file makes it known.
 */
static void set_seen(struct usdt_state *state, uint32_t pid,
		     const struct kern_mmap *mmap, const struct stat *st)
{
	struct seen_key key = { mmap->ino, mmap->dev_major, mmap->dev_minor,
				pid, 0 };
	void **slot = map_put(&state->seen, &key, sizeof(key));
	struct seen_file *file = *slot;

	if (!file)
		file = arena_new(state->env->arena, struct seen_file);
	*file = (struct seen_file){ st->st_mtim, st->st_size };
	*slot = file;
}

/* Whether this is the program that the process runs. */
static bool is_program(pid_t pid, const struct stat *st)
{
	struct stat exe;
	char path[32];

	snprintf(path, sizeof(path), "/proc/%d/exe",
		 (int)sdt_process_task(pid));
	return !stat(path, &exe) && exe.st_dev == st->st_dev &&
	       exe.st_ino == st->st_ino;
}

static const char *path_of(struct arena *arena, const char *path)
{
	static const char deleted[] = " (deleted)";
	size_t len = strlen(path), tail = sizeof(deleted) - 1;

	if (len > tail && !strcmp(path + len - tail, deleted))
		len -= tail;
	return arena_strndup(arena, path, len);
}

/* Makes an object of the file @fd, which it takes; NULL: it has no sites. */
static struct usdt_object *add_object(struct usdt_state *state, pid_t pid,
				      const struct kern_mmap *mmap,
				      const struct stat *st, int fd)
{
	struct usdt_object *object;
	struct sdt_file *elf;
	struct stat opened;
	const char *slash;

	if (fstat(fd, &opened) || opened.st_ino != st->st_ino ||
	    sdt_file_open_fd(fd, SDT_WANT_SITES | SDT_WANT_ARGS |
				     SDT_WANT_SYMBOLS | SDT_WANT_FUNCTIONS |
				     SDT_WANT_TYPES, &elf, NULL)) {
		close(fd);
		return NULL;
	}
	if (!elf->site_cnt) {
		sdt_file_close(elf);
		close(fd);
		return NULL;
	}
	vec_push(&state->named, elf);
	object = vec_add(&state->objects);
	*object = (struct usdt_object){
		.pid = pid,
		.elf = elf,
		.path = path_of(state->env->arena, mmap->path),
		.is_exe = is_program(pid, st),
	};
	object->open_path = object->path;
	slash = strrchr(object->path, '/');
	object->module = slash ? slash + 1 : object->path;
	object->file_idx = usdt_file_index(state, object, fd);
	if (object->file_idx >= 0) /* sites are counted in the first reading */
		object->elf = state->files.v[object->file_idx].elf;
	return object;
}

/* --------------------------------------------------------------- the programs */

struct attaching {
	struct usdt_state *state;
	const struct usdt_class *class;
	const struct prov_late *late;
};

static int attach_program(void *arg, int prog_fd)
{
	const struct attaching *a = arg;

	return usdt_attach_class(a->state, a->class, prog_fd, a->late->links,
				 a->late->said);
}

/* @a: of this class */
static struct prov_late_class late_of(const struct usdt_class *class,
				      struct attaching *a)
{
	return (struct prov_late_class){
		late_class, &class->abi, class->clauses, class->clause_cnt,
		attach_program, a };
}

/* The enablings of a class that have the tag and process of its number @idx. */
static struct usdt_class part_of(struct usdt_state *state,
				 const struct usdt_class *class, size_t idx,
				 bool *done)
{
	const struct usdt_enabling *model =
		&state->enablings.v[class->enablings.v[idx]];
	struct usdt_class part = *class;

	memset(&part.enablings, 0, sizeof(part.enablings));
	memset(&part.shared, 0, sizeof(part.shared));
	memset(&part.sites, 0, sizeof(part.sites)); /* abi has them */
	if (part.abi.identity.kind == ABI_ID_ROWS)
		part.abi.identity.kind = ABI_ID_COOKIE;
	for (size_t i = idx; i < class->enablings.cnt; i++) {
		const struct usdt_enabling *e =
			&state->enablings.v[class->enablings.v[i]];

		if (e->tag != model->tag || e->tgid != model->tgid)
			continue;
		done[i] = true;
		vec_push(&part.enablings, class->enablings.v[i]);
	}
	if (part.abi.identity.kind != ABI_ID_SITES)
		usdt_settle_identity(state, &part);
	return part;
}

/*
 * Generates a program for all probes of a class, or, if clauses read the names
 * of their probe, which are in no table yet, one for each.
 */
static int attach_class(struct usdt_state *state,
			const struct usdt_class *class,
			const struct prov_late *late)
{
	_cleanup_free_ bool *done = NULL;
	struct attaching attaching = { state, class, late };
	struct prov_late_class late_ones = late_of(class, &attaching);
	int err = prov_late_attach(late, &late_ones);

	if (err != -ENOSPC)
		return err;
	err = 0;
	done = xcalloc(class->enablings.cnt, sizeof(*done));
	for (size_t i = 0; i < class->enablings.cnt && !err; i++) {
		struct usdt_class part;

		if (done[i])
			continue;
		part = part_of(state, class, i, done);
		attaching.class = &part;
		late_ones = late_of(&part, &attaching);
		err = prov_late_attach_each(late, &late_ones);
		usdt_class_deinit(&part);
	}
	return err;
}

static int attach_new(struct usdt_state *state, const struct prov_late *late)
{
	int err = 0;

	usdt_drop_classes(state);
	usdt_classify(state, state->attached_cnt);
	if (state->classes.cnt > LATE_PROGRAM_MAX)
		usdt_join_classes(state);
	for (size_t i = 0; i < state->classes.cnt && !err; i++)
		err = attach_class(state, &state->classes.v[i], late);
	state->attached_cnt = state->enablings.cnt;
	usdt_drop_classes(state);
	return err;
}

/* ----------------------------------------------------------------- the notice */

/* -v: the time in which the process ran on without being traced. */
static void say_attached(const struct usdt_state *state, pid_t pid,
			 const struct usdt_object *object, size_t probe_cnt,
			 const struct kern_mmap *mmap, struct strbuf *said)
{
	int64_t late_ns;

	if (!state->env->options->value[OPT_verbose])
		return;
	late_ns = (int64_t)(clock_ns(CLOCK_MONOTONIC) - mmap->time_ns);
	printable_line(said, "%s: %zu site%s traced from %lld.%03lld ms after "
		       "process %d mapped it", object->path, probe_cnt,
		       probe_cnt == 1 ? "" : "s", (long long)(late_ns / 1000000),
		       (long long)(late_ns / 1000 % 1000), (int)pid);
}

/* Numbers can be other ones than without direct probes. */
static void say_own_selfs(const struct usdt_state *state,
			  const struct usdt_object *object, size_t first,
			  struct strbuf *said)
{
	bool has_own = false;

	for (size_t i = first; i < state->enablings.cnt; i++)
		has_own |= usdt_has_own_selfs(state, &state->enablings.v[i]);
	if (has_own)
		printable_line(said, "process %d has mapped %s: its probes have "
			       "self-> variables of their own, because those of "
			       "direct probes are in the program; use -x "
			       "direct=off", (int)object->pid, object->path);
}

/* The stubs of such a file have no programs: its probes are never direct. */
static void say_not_direct(const struct usdt_state *state,
			   const struct usdt_object *object,
			   struct strbuf *said)
{
	const int64_t *value = state->env->options->value;

	if (value[OPT_direct] == DIRECT_ONLY ||
	    (value[OPT_direct] == DIRECT_AUTO && value[OPT_verbose] &&
	     object->elf->direct_cnt))
		printable_line(said, "probes of %s are traced through the "
			       "kernel: process %d mapped it after tracing "
			       "had begun", object->path, (int)object->pid);
}

/*
 * Attaches the matching sites of an object that a process has mapped. Returns 0
 * or -errno.
 */
static int enable_object(struct usdt_state *state, struct usdt_object *object,
			 const struct kern_mmap *mmap,
			 const struct prov_late *late)
{
	size_t before = state->attached_cnt, cnt;
	pid_t pid = object->pid;
	int err;

	/* those for all processes first, so that the others find them */
	for (size_t i = 0; i < state->laters.cnt; i++)
		if (!state->laters.v[i].pid)
			usdt_enable_object(state, &state->laters.v[i],
					   object);
	for (size_t i = 0; i < state->laters.cnt; i++)
		if (state->laters.v[i].pid == pid)
			usdt_enable_object(state, &state->laters.v[i],
					   object);
	cnt = state->enablings.cnt - before;
	if (!cnt)
		return 0;
	say_own_selfs(state, object, before, late->said);
	err = attach_new(state, late);
	if (err == -ESRCH) /* it has ended meanwhile */
		return err;
	if (err) {
		printable_line(late->said, "probes of %s, which process %d "
			       "mapped, are not traced", object->path,
			       (int)pid);
		return err;
	}
	say_attached(state, pid, object, cnt, mmap, late->said);
	say_not_direct(state, object, late->said);
	return 0;
}

/*
 * Drops what was only needed to attach the object, the last one: a session may
 * see any number of files. The links keep the inode from becoming that of
 * another file, which would be taken for this one; a file without links does
 * that by its descriptor.
 */
static void let_go(struct usdt_state *state, bool is_attached)
{
	const struct usdt_object *object =
		&state->objects.v[state->objects.cnt - 1];
	struct sdt_file *elf = state->named.v[state->named.cnt - 1];
	struct usdt_file *file = &state->files.v[object->file_idx];

	if (file->elf == elf) {
		if (!is_attached || file->has_unattached)
			return;
		close(file->fd);
		file->fd = -1;
		file->elf = NULL;
	}
	sdt_file_close(elf);
	state->named.cnt--;
	state->objects.cnt--;
}

void usdt_mapped(void *p, pid_t pid, const struct kern_mmap *mmap,
		 const struct prov_late *late)
{
	struct usdt_state *state = p;
	bool is_any = has_laters_for(state, 0);
	bool is_own = has_laters_for(state, pid);
	struct usdt_object *object;
	char path[PATH_MAX];
	struct stat st;
	int fd;

	usdt_direct_mapped(state, pid, mmap->ino, mmap->start_uaddr,
			   mmap->fileoff);
	if (!mmap->ino || (!is_any && !is_own) ||
	    !find_mapped(pid, mmap, path, &st))
		return;
	if (!(is_any && is_unseen(state, 0, mmap, &st)) &&
	    !(is_own && is_unseen(state, (uint32_t)pid, mmap, &st)))
		return;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0) {
		prov_say_unopened(&state->has_said_unopened, mmap->path, pid,
				  -errno, late->said);
		return;
	}
	if (is_any)
		set_seen(state, 0, mmap, &st);
	if (is_own)
		set_seen(state, (uint32_t)pid, mmap, &st);
	object = add_object(state, pid, mmap, &st, fd);
	if (object && object->file_idx >= 0)
		let_go(state, !enable_object(state, object, mmap, late));
}
