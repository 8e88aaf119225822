// SPDX-License-Identifier: BSD-2-Clause
/*
 * The symbols of a file /usr/bin/prog with the build id abcdef01... and a
 * .gnu_debuglink that names prog.debug are in one of
 *
 *	/usr/lib/debug/.build-id/ab/cdef01....debug
 *	/usr/bin/prog.debug
 *	/usr/bin/.debug/prog.debug
 *	/usr/lib/debug/usr/bin/prog.debug
 *
 * in the mount namespace of its process, or in ours if they are not there (a
 * container has no debug packages, but the machine may).
 *
 * A name proves nothing: the build ids must be equal; for files without one,
 * the checksum in .gnu_debuglink must be that of the debug file.
 */
#include "runtime/symbol/debugfile.h"

#include <elf.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <lzma.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "base/text/strbuf.h"
#include "elf/byte_order.h"
#include "elf/note.h"

enum {
	BUILD_ID_MAX = 64,
	NOTES_MAX = 4 << 20, /* of one file, in all its sections */
	READ_BYTES = 64 << 10,
};

/* Limits of the memory for unpacking .gnu_debugdata, and of its result. */
#define UNPACK_MEMORY_MAX (UINT64_C(128) << 20)
#define UNPACKED_MAX	  (UINT64_C(256) << 20)

/* A second of reading: debug files of programs without a build id are small. */
#define CHECKSUM_BYTES_MAX (INT64_C(1) << 30)

struct build_id {
	uint8_t bytes[BUILD_ID_MAX];
	size_t len; /* 0: none */
};

/* ----------------------------------------------------------------- opening */

static int reopen(int path_fd)
{
	_cleanup_free_ char *path = xasprintf("/proc/self/fd/%d", path_fd);
	struct stat st;

	/* opening something other than a file may have an effect */
	if (fstat(path_fd, &st) || !S_ISREG(st.st_mode))
		return -1;
	return open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

static bool is_same(const char *path_a, const char *path_b)
{
	struct stat a, b;

	return !stat(path_a, &a) && !stat(path_b, &b) && a.st_ino == b.st_ino &&
		a.st_dev == b.st_dev;
}

int debugfile_root(pid_t pid)
{
	_cleanup_free_ char *root = xasprintf("/proc/%d/root", (int)pid);
	_cleanup_free_ char *mounts = xasprintf("/proc/%d/ns/mnt", (int)pid);

	if (is_same(root, "/") && is_same(mounts, "/proc/self/ns/mnt"))
		return -1;
	return open(root, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

int debugfile_open_in(int root_fd, const char *path)
{
	struct open_how how = {
		.flags = O_PATH | O_CLOEXEC,
		.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS,
	};
	_cleanup_close_ int own_fd = -1;
	_cleanup_close_ int path_fd = -1;

	if (root_fd < 0)
		root_fd = own_fd = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	path_fd = (int)syscall(SYS_openat2, root_fd, path, &how, sizeof(how));
	return path_fd < 0 ? -1 : reopen(path_fd);
}

/* ----------------------------------------------------- is it the right one? */

/* *@left: bytes that may still be read: sections can describe the same ones. */
static bool read_build_id(const struct elf_file *image, uint64_t fileoff,
			  uint64_t len, uint64_t *left, struct build_id *ret)
{
	_cleanup_free_ char *data = NULL;
	struct elf_note note;
	size_t pos = 0;

	if (len > *left || elf_file_load(image, fileoff, len, &data))
		return false;
	*left -= len;
	while (elf_note_next(data, len, image->format, &pos, &note) > 0) {
		if (!elf_note_is(&note, "GNU", NT_GNU_BUILD_ID) ||
		    note.desc_len < 2 || note.desc_len > BUILD_ID_MAX)
			continue;
		memcpy(ret->bytes, note.desc, note.desc_len);
		ret->len = note.desc_len;
		return true;
	}
	return false;
}

static struct build_id find_build_id(const struct elf_file *image)
{
	struct build_id id = { .len = 0 };
	uint64_t left = NOTES_MAX;

	/* by section: the segments of a debug file have no contents */
	for (size_t i = 0; i < image->section_cnt; i++)
		if (image->sections[i].type == SHT_NOTE &&
		    read_build_id(image, image->sections[i].fileoff,
				  image->sections[i].file_bytes, &left, &id))
			return id;
	for (size_t i = 0; !image->section_cnt && i < image->segment_cnt; i++)
		if (image->segments[i].type == PT_NOTE &&
		    read_build_id(image, image->segments[i].fileoff,
				  image->segments[i].file_bytes, &left, &id))
			return id;
	return id;
}

static bool has_build_id(int fd, const struct build_id *id)
{
	struct elf_file image;
	struct build_id other;
	const char *why;

	if (elf_file_init_fd(&image, fd, &why))
		return false;
	other = find_build_id(&image);
	elf_file_deinit(&image);
	return other.len == id->len && !memcmp(other.bytes, id->bytes, id->len);
}

/*
 * All of the file is read, and any user can name one that has no end (a sparse
 * file, or one that grows).
 */
static bool has_checksum(int fd, uint32_t checksum)
{
	_cleanup_free_ uint8_t *buf = xmalloc(READ_BYTES);
	uint32_t sum = 0;
	off_t off = 0;
	struct stat st;
	ssize_t n;

	if (fstat(fd, &st) || st.st_size > CHECKSUM_BYTES_MAX)
		return false;
	while ((n = pread(fd, buf, READ_BYTES, off)) > 0 && off <= st.st_size) {
		sum = lzma_crc32(buf, (size_t)n, sum);
		off += n;
	}
	return n == 0 && sum == checksum;
}

/* --------------------------------------------------------------- the places */

/* What a debug file must be. */
struct wanted {
	struct build_id id;
	uint32_t checksum; /* used if there is no id */
};

static int try_open(int root_fd, const char *path, const struct wanted *wanted)
{
	_cleanup_close_ int fd = debugfile_open_in(root_fd, path);

	if (fd < 0 || !(wanted->id.len ? has_build_id(fd, &wanted->id) :
					 has_checksum(fd, wanted->checksum)))
		return -1;
	return take_fd(fd);
}

static int open_by_build_id(int root_fd, const struct wanted *wanted)
{
	struct strbuf path = { 0 };
	int fd;

	strbuf_puts(&path, "/usr/lib/debug/.build-id/");
	for (size_t i = 0; i < wanted->id.len; i++)
		strbuf_printf(&path, i == 1 ? "/%02x" : "%02x",
			      wanted->id.bytes[i]);
	strbuf_puts(&path, ".debug");
	fd = try_open(root_fd, path.text, wanted);
	strbuf_deinit(&path);
	return fd;
}

/* The file name in .gnu_debuglink; its checksum follows it. */
static char *read_link(const struct elf_file *image, uint32_t *checksum_ret)
{
	const struct elf_section *section =
		elf_file_find(image, ".gnu_debuglink", 1);
	_cleanup_free_ char *data = NULL;
	size_t len;

	if (!section || section->file_bytes > READ_BYTES ||
	    elf_file_load(image, section->fileoff, section->file_bytes, &data))
		return NULL;
	len = strnlen(data, section->file_bytes);
	if (!len || strchr(data, '/') || ((len + 4) & ~(size_t)3) + 4 >
						 section->file_bytes)
		return NULL;
	*checksum_ret = (uint32_t)elf_get(image->format,
					  data + ((len + 4) & ~(size_t)3), 4);
	return take_ptr(data);
}

static int open_by_link(int root_fd, const char *mapped_path, const char *name,
			const struct wanted *wanted)
{
	static const char *const forms[] = {
		"%.*s/%s", "%.*s/.debug/%s", "/usr/lib/debug%.*s/%s",
	};
	const char *slash = strrchr(mapped_path, '/');
	int fd = -1;

	for (size_t i = 0; slash && fd < 0 &&
	     i < sizeof(forms) / sizeof(forms[0]); i++) {
		_cleanup_free_ char *path = xasprintf(
			forms[i], (int)(slash - mapped_path), mapped_path,
			name);

		fd = try_open(root_fd, path, wanted);
	}
	return fd;
}

int debugfile_open(const struct elf_file *image, int root_fd,
		   const char *path)
{
	struct wanted wanted = { .id = find_build_id(image) };
	_cleanup_free_ char *name = read_link(image, &wanted.checksum);
	const int roots[] = { root_fd, -1 };
	int fd = -1;

	for (size_t i = root_fd < 0; fd < 0 && wanted.id.len && i < 2; i++)
		fd = open_by_build_id(roots[i], &wanted);
	for (size_t i = root_fd < 0; fd < 0 && name && i < 2; i++)
		fd = open_by_link(roots[i], path, name, &wanted);
	return fd;
}

/* --------------------------------------------------------------- compressed */

/* Decodes all of @in. Returns whether it was valid. */
static bool unpack(lzma_stream *stream, struct strbuf *out)
{
	_cleanup_free_ uint8_t *buf = xmalloc(READ_BYTES);
	lzma_ret ret = lzma_stream_decoder(stream, UNPACK_MEMORY_MAX, 0);

	while (ret == LZMA_OK && out->len <= UNPACKED_MAX) {
		stream->next_out = buf;
		stream->avail_out = READ_BYTES;
		ret = lzma_code(stream, LZMA_FINISH);
		strbuf_add(out, buf, READ_BYTES - stream->avail_out);
	}
	return ret == LZMA_STREAM_END;
}

void *debugfile_unpack(const struct elf_file *image, size_t *len_ret)
{
	const struct elf_section *section =
		elf_file_find(image, ".gnu_debugdata", 1);
	_cleanup_free_ char *data = NULL;
	lzma_stream stream = LZMA_STREAM_INIT;
	struct strbuf out = { 0 };
	bool is_whole;

	if (!section || elf_file_load(image, section->fileoff,
				       section->file_bytes, &data))
		return NULL;
	stream.next_in = (uint8_t *)data;
	stream.avail_in = section->file_bytes;
	is_whole = unpack(&stream, &out);
	lzma_end(&stream);
	*len_ret = out.len;
	if (is_whole && out.len)
		return strbuf_take(&out);
	strbuf_deinit(&out);
	return NULL;
}
