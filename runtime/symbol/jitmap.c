// SPDX-License-Identifier: BSD-2-Clause
/*
 * The file is in the /tmp that the process sees, and PID is its number in its
 * own pid namespace. Any user can create a file of that name, so it must belong
 * to the process's user or to root, and its text is shown without control
 * characters.
 *
 * A program adds lines as it compiles. A function may replace an older one, so
 * the last line that covers an address is used, and a lookup first reads what
 * was added. A file that begins anew, which shorter contents or another first
 * line show, is read from the beginning.
 */
#include "runtime/symbol/jitmap.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "base/text/strbuf.h"
#include "base/vec.h"
#include "runtime/symbol/debugfile.h"

enum { READ_BYTES = 64 << 10, NAME_MAX_BYTES = 1024, HEAD_BYTES = 64 };

/*
 * A file of other programs could otherwise fill the memory: a line of 6 bytes
 * takes that of a function and of its name.
 */
#define FILE_MAX_BYTES (INT64_C(512) << 20)
#define FUNCTION_MAX   ((size_t)8 << 20)

struct function {
	uint64_t start_uaddr, end_uaddr;
	/* the highest end of this and all before it, when sorted */
	uint64_t max_end;
	size_t name_off;
	size_t line; /* number of the line: a later one counts */
};

struct jitmap {
	pid_t pid;
	long inner_pid; /* pid in the process's own pid namespace */
	long uids[2]; /* real, effective; -1: not known */
	int root_fd; /* root directory of the process; -1: ours */
	int fd; /* -1: not there yet */
	off_t read_bytes; /* of the file */
	/* the first bytes when they were read; those of the first line count */
	char head[HEAD_BYTES];
	size_t head_len;
	VEC(struct function) functions; /* by address */
	struct strbuf names;
};

static void read_status(struct jitmap *jit)
{
	_cleanup_free_ char *path = xasprintf("/proc/%d/status", (int)jit->pid);
	_cleanup_fclose_ FILE *file = fopen(path, "re");
	char line[512];

	while (file && fgets(line, sizeof(line), file)) {
		const char *last = strrchr(line, '\t');

		if (!strncmp(line, "Uid:", 4))
			sscanf(line + 4, "%ld %ld", &jit->uids[0],
			       &jit->uids[1]);
		else if (!strncmp(line, "NSpid:", 6) && last)
			jit->inner_pid = strtol(last, NULL, 10);
	}
}

struct jitmap *jitmap_create(pid_t pid)
{
	struct jitmap *jit = xcalloc(1, sizeof(*jit));

	jit->pid = pid;
	jit->inner_pid = pid;
	jit->uids[0] = jit->uids[1] = -1;
	jit->fd = -1;
	jit->root_fd = debugfile_root(pid);
	read_status(jit);
	return jit;
}

void jitmap_destroy(struct jitmap *jit)
{
	if (!jit)
		return;
	if (jit->fd >= 0)
		close(jit->fd);
	if (jit->root_fd >= 0)
		close(jit->root_fd);
	vec_deinit(&jit->functions);
	strbuf_deinit(&jit->names);
	free(jit);
}

/* ----------------------------------------------------------------- reading */

static bool is_owned(const struct jitmap *jit, int fd)
{
	struct stat st;

	return !fstat(fd, &st) &&
		(st.st_uid == 0 || (long)st.st_uid == jit->uids[0] ||
		 (long)st.st_uid == jit->uids[1]);
}

static int open_map(const struct jitmap *jit)
{
	_cleanup_free_ char *path =
		xasprintf("/tmp/perf-%ld.map", jit->inner_pid);
	_cleanup_close_ int fd = debugfile_open_in(jit->root_fd, path);

	return fd >= 0 && is_owned(jit, fd) ? take_fd(fd) : -1;
}

void jitmap_see(struct jitmap *jit)
{
	if (jit->fd < 0)
		jit->fd = open_map(jit);
}

static void forget_lines(struct jitmap *jit)
{
	jit->read_bytes = 0;
	jit->head_len = 0;
	jit->functions.cnt = 0;
	jit->names.len = 0;
}

/* Another file may have taken the place of the one that is open. */
static void see_again(struct jitmap *jit)
{
	_cleanup_close_ int fd = -1;
	struct stat old, new;

	jitmap_see(jit);
	if (jit->fd < 0 || !jit->read_bytes)
		return;
	fd = open_map(jit);
	if (fd < 0 || fstat(fd, &new) || fstat(jit->fd, &old) ||
	    (old.st_ino == new.st_ino &&old.st_dev == new.st_dev))
		return;
	close(jit->fd);
	jit->fd = take_fd(fd);
	forget_lines(jit);
}

static void add_name(struct jitmap *jit, const char *name, size_t len)
{
	if (len > NAME_MAX_BYTES)
		len = NAME_MAX_BYTES;
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)name[i];

		strbuf_putc(&jit->names, c < ' ' || c == 0x7f ? '?' : (char)c);
	}
	strbuf_add(&jit->names, "", 1);
}

/* A line, which ends with NUL. */
static void add_line(struct jitmap *jit, const char *line, size_t number)
{
	char *end;
	uint64_t start = strtoull(line, &end, 16), len;
	const char *next = end;

	if (next == line || *next != ' ')
		return;
	len = strtoull(next, &end, 16);
	if (end == next || *end != ' ' || !end[1] || !len ||
	    len > UINT64_MAX - start)
		return;
	*vec_add(&jit->functions) = (struct function){
		.start_uaddr = start,
		.end_uaddr = start + len,
		.name_off = jit->names.len,
		.line = number,
	};
	add_name(jit, end + 1, strlen(end + 1));
}

static int compare_functions(const void *a_, const void *b_)
{
	const struct function *a = a_, *b = b_;

	if (a->start_uaddr != b->start_uaddr)
		return a->start_uaddr < b->start_uaddr ? -1 : 1;
	return a->line < b->line ? -1 : a->line > b->line;
}

static void sort(struct jitmap *jit)
{
	uint64_t max_end = 0;

	qsort(jit->functions.v, jit->functions.cnt,
	      sizeof(jit->functions.v[0]), compare_functions);
	for (size_t i = 0; i < jit->functions.cnt; i++) {
		struct function *function = &jit->functions.v[i];

		if (function->end_uaddr > max_end)
			max_end = function->end_uaddr;
		function->max_end = max_end;
	}
}

/* Parses complete lines; returns their length in bytes. */
static size_t take_lines(struct jitmap *jit, char *text, size_t len)
{
	size_t at = 0;
	char *newline;

	while ((newline = memchr(text + at, '\n', len - at)) != NULL) {
		*newline = '\0';
		add_line(jit, text + at, jit->functions.cnt);
		at = (size_t)(newline - text) + 1;
	}
	return at;
}

/* Was the file truncated since it was read, and perhaps written again? */
static bool begins_anew(const struct jitmap *jit, off_t file_bytes)
{
	char now[HEAD_BYTES];

	return file_bytes < jit->read_bytes ||
		pread(jit->fd, now, jit->head_len, 0) !=
		(ssize_t)jit->head_len ||
		memcmp(now, jit->head, jit->head_len) != 0;
}

/* Drops the lines of a file that begins anew. Returns whether it has others. */
static bool has_changed(struct jitmap *jit)
{
	struct stat st;

	if (jit->fd < 0 || !jit->read_bytes || fstat(jit->fd, &st) ||
	    st.st_size == jit->read_bytes)
		return false;
	if (begins_anew(jit, st.st_size))
		forget_lines(jit);
	return true;
}

static void keep_head(struct jitmap *jit)
{
	ssize_t n = pread(jit->fd, jit->head, HEAD_BYTES, 0);
	const char *end = n > 0 ? memchr(jit->head, '\n', (size_t)n) : NULL;

	jit->head_len = end ? (size_t)(end - jit->head) : n > 0 ? (size_t)n : 0;
}

/* Reads the lines that were added. Returns whether there were any. */
static bool read_more(struct jitmap *jit)
{
	_cleanup_free_ char *text = xmalloc(READ_BYTES);
	size_t before = jit->functions.cnt;

	if (jit->fd >= 0 && !jit->read_bytes)
		keep_head(jit);
	while (jit->fd >= 0 && jit->read_bytes < FILE_MAX_BYTES &&
	       jit->functions.cnt < FUNCTION_MAX) {
		ssize_t n = pread(jit->fd, text, READ_BYTES, jit->read_bytes);
		size_t used = n > 0 ? take_lines(jit, text, (size_t)n) : 0;

		/* a line that fills the whole buffer is not one */
		if (!used && n == READ_BYTES)
			used = READ_BYTES;
		if (!used)
			break;
		jit->read_bytes += (off_t)used;
	}
	if (jit->functions.cnt == before)
		return false;
	sort(jit);
	return true;
}

/* ----------------------------------------------------------------- looking */

static const struct function *function_at(const struct jitmap *jit,
					  uint64_t uaddr)
{
	const struct function *found = NULL;
	size_t low = 0, high = jit->functions.cnt;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (jit->functions.v[mid].start_uaddr <= uaddr)
			low = mid + 1;
		else
			high = mid;
	}
	for (; low && jit->functions.v[low - 1].max_end > uaddr; low--) {
		const struct function *function = &jit->functions.v[low - 1];

		if (function->end_uaddr > uaddr &&
		    (!found || function->line > found->line))
			found = function;
	}
	return found;
}

bool jitmap_is_there(const struct jitmap *jit)
{
	return jit->fd >= 0;
}

bool jitmap_find(struct jitmap *jit, uint64_t uaddr,
		 struct jitmap_function *ret)
{
	const struct function *function;

	if (has_changed(jit))
		read_more(jit);
	function = function_at(jit, uaddr);
	if (!function) {
		see_again(jit);
		if (read_more(jit))
			function = function_at(jit, uaddr);
	}
	if (!function)
		return false;
	ret->name = jit->names.text + function->name_off;
	ret->off_bytes = uaddr - function->start_uaddr;
	return true;
}
