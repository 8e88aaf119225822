// SPDX-License-Identifier: BSD-2-Clause
/*
 * Files are known by device and inode, so that a library which many processes
 * map has one table. A file that was written again, or has the inode of one
 * that was deleted, gets a table of its own; processes that mapped it before
 * keep the old one.
 */
#include "runtime/session/unwind/unwind_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "base/system/file_stamp.h"
#include "sdt/process.h"

enum {
	LARGE_BYTES = 4 << 20,
	VERSION_MAX = 64, /* of the contents of one file */
};

/* Without padding; 0, 0, 0 is the vdso. */
struct file_id {
	uint64_t ino;
	uint32_t dev_major, dev_minor;
};

struct known_file {
	struct unwtab_file file;
	struct file_stamp stamp; /* of the contents that the table is of */
	struct known_file *older; /* with other contents; owned */
};

/* Making a larger table takes more than a few milliseconds. */
static bool is_large(const struct ehframe_file *source)
{
	struct stat st;

	return !source->bytes && !fstat(source->fd, &st) &&
	       st.st_size > LARGE_BYTES;
}

static struct unwtab_file *add_file(struct unwind_files *files,
				    const struct file_id *id,
				    const struct ehframe_file *source)
{
	void **slot = map_put(&files->by_id, id, sizeof(*id));
	struct known_file *known = xcalloc(1, sizeof(*known));
	bool is_slow = is_large(source);
	struct stat st;

	if (!source->bytes && !fstat(source->fd, &st))
		known->stamp = file_stamp_of(&st);
	known->older = *slot;
	*slot = known;
	if (is_slow)
		files->set_urgent(false);
	if (unwtab_add_file(files->tab, source, &known->file) == -ENOSPC)
		__atomic_store_n(&files->is_full, true, __ATOMIC_SEQ_CST);
	if (is_slow)
		files->set_urgent(true);
	return &known->file;
}

/*
 * The table of this file with these contents; @st NULL: with any. A file without
 * a table may be memory that a program writes code to all the time.
 */
static struct unwtab_file *find_contents(struct unwind_files *files,
					 const struct file_id *id,
					 const struct stat *st)
{
	void **slot = map_find(&files->by_id, id, sizeof(*id));
	struct known_file *newest = slot ? *slot : NULL, *known = newest;
	int cnt = 0;

	if (!newest || !st || !newest->file.block_cnt)
		return newest ? &newest->file : NULL;
	for (; known && !file_stamp_is_of(&known->stamp, st);
	     known = known->older)
		cnt++;
	if (!known && cnt >= VERSION_MAX)
		known = newest;
	return known ? &known->file : NULL;
}

struct unwtab_file *unwind_files_vdso(struct unwind_files *files, uint64_t len)
{
	static const struct file_id id;
	struct unwtab_file *known = find_contents(files, &id, NULL);
	struct ehframe_file source = {
		.bytes = (const uint8_t *)getauxval(AT_SYSINFO_EHDR),
		.len = len,
		.fd = -1,
	};

	if (known)
		return known;
	return source.bytes ? add_file(files, &id, &source) : NULL;
}

struct unwtab_file *unwind_files_mapped(struct unwind_files *files, pid_t pid,
				       const struct sdt_maps_line *line)
{
	struct file_id id = { line->ino, line->dev_major, line->dev_minor };
	char path[SDT_MAPPED_PATH_BYTES];
	struct unwtab_file *known;
	struct stat st;
	_cleanup_close_ int fd = -1;

	sdt_mapped_path(path, pid, line->start_uaddr, line->end_uaddr);
	/* without the privilege, inode and device have to do */
	known = find_contents(files, &id, stat(path, &st) ? NULL : &st);
	if (known)
		return known;
	fd = sdt_open_mapped(pid, line);
	if (fd < 0)
		return NULL;
	return add_file(files, &id, &(struct ehframe_file){ .fd = fd });
}

void unwind_files_open(struct unwind_files *files, const char *path)
{
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct file_id id = { 0 };
	struct stat st;

	if (fd < 0 || fstat(fd, &st) || !S_ISREG(st.st_mode))
		return;
	id.ino = st.st_ino;
	id.dev_major = major(st.st_dev);
	id.dev_minor = minor(st.st_dev);
	if (!find_contents(files, &id, &st))
		add_file(files, &id, &(struct ehframe_file){ .fd = fd });
}

void unwind_files_init(struct unwind_files *files,
		       const struct unwtab_space *space,
		       void (*set_urgent)(bool is_urgent))
{
	*files = (struct unwind_files){
		.tab = unwtab_create(space),
		.set_urgent = set_urgent,
	};
}

static void free_known(struct known_file *known)
{
	while (known) {
		struct known_file *older = known->older;

		free(known);
		known = older;
	}
}

void unwind_files_deinit(struct unwind_files *files)
{
	for (size_t i = 0; i < files->by_id.cnt; i++)
		free_known(files->by_id.entries[i].value);
	map_deinit(&files->by_id);
	unwtab_destroy(files->tab);
}
