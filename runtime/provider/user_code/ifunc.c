// SPDX-License-Identifier: BSD-2-Clause
/*
 * Functions that are chosen when a program starts (IFUNC): the symbol strlen is
 * a resolver, and calls of strlen go to the function that the resolver returns.
 *
 *	strlen IFUNC at 9d970: called as the run-time linker does it
 *	... returns 7f2e00199a40 in our process, that is 199a40 in the file
 *
 * All processes on one machine choose the same function, unless they began with
 * other GLIBC_TUNABLES. So if dtrace itself maps the file, as it maps the C
 * library, it calls the resolver in its own address space; code of other files
 * is not run. The size of the chosen function is taken from the sorted table of
 * .eh_frame_hdr; one that is not there is refused.
 */
#include <elf.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "base/system/file.h"
#include "runtime/provider/user_code/user_code.h"
#include "sdt/maps.h"

#if defined(__x86_64__)
enum { OWN_MACHINE = EM_X86_64 };
#elif defined(__aarch64__)
enum { OWN_MACHINE = EM_AARCH64 };
#else
enum { OWN_MACHINE = EM_NONE };
#endif

/* Code of the file that dtrace itself has mapped. */
struct own_code {
	uint64_t start_uaddr, end_uaddr, fileoff;
};

/* ------------------------------------------------------------ what is picked */

static const char tunables[] = "GLIBC_TUNABLES=";

/* Whether the choice in process @pid (0: any) is that of dtrace. */
static bool chooses_alike(pid_t pid)
{
	const char *own = getenv("GLIBC_TUNABLES"), *other = NULL;
	_cleanup_free_ char *path = xasprintf("/proc/%d/environ", (int)pid);
	_cleanup_free_ char *vars = NULL;
	size_t len = 0, at = 0;

	/* each variable ends with a NUL, and the data with one more */
	if (!pid || file_read(path, &vars, &len))
		return true;
	for (; at < len && !other; at += strlen(vars + at) + 1)
		if (!strncmp(vars + at, tunables, sizeof(tunables) - 1))
			other = vars + at + sizeof(tunables) - 1;
	return own && other ? !strcmp(own, other) : own == other;
}


static bool is_same_file(const struct user_file *file,
			 const struct sdt_maps_line *line)
{
	struct stat st;
	char path[SDT_MAPPED_PATH_BYTES];

	sdt_mapped_path(path, getpid(), line->start_uaddr, line->end_uaddr);
	return !stat(path, &st) && st.st_dev == file->dev &&
	       st.st_ino == file->ino;
}

static bool has_code(const struct own_code *own, uint64_t fileoff)
{
	return fileoff >= own->fileoff &&
	       fileoff - own->fileoff < own->end_uaddr - own->start_uaddr;
}

/* Finds the mapping of dtrace itself that contains @fileoff of the file. */
static bool find_own(const struct user_file *file, uint64_t fileoff,
		     struct own_code *ret)
{
	struct sdt_maps maps = { 0 };
	struct sdt_maps_line line;
	bool is_found = false;
	size_t pos = 0;

	if (sdt_maps_read(&maps, getpid()))
		return false;
	while (!is_found && sdt_maps_next(&maps, &pos, &line)) {
		*ret = (struct own_code){ line.start_uaddr, line.end_uaddr,
					  line.fileoff };
		is_found = line.is_exec && line.ino == file->ino &&
			   has_code(ret, fileoff) && is_same_file(file, &line);
	}
	sdt_maps_deinit(&maps);
	if (!is_found)
		*ret = (struct own_code){ 0 };
	return is_found;
}

/* Calls the resolver with the arguments of this machine's convention. */
static uint64_t pick(uint64_t uaddr)
{
#if defined(__aarch64__)
	/* sys/ifunc.h: this bit says that there is a second argument */
	const uint64_t has_arg = 1ull << 62;
	struct {
		unsigned long size, hwcap, hwcap2;
	} arg = { sizeof(arg), getauxval(AT_HWCAP), getauxval(AT_HWCAP2) };

	return (uint64_t)((void *(*)(uint64_t, void *))uaddr)(
		arg.hwcap | has_arg, &arg);
#else
	return (uint64_t)((void *(*)(void))uaddr)();
#endif
}

/* ---------------------------------------------------------- where it ends */

/* The sections .eh_frame_hdr and .eh_frame. */
struct frames {
	const struct elf_section *hdr, *frame;
	char *hdr_data, *frame_data; /* owned */
};

static bool frames_init(struct frames *frames, const struct elf_file *image)
{
	/* version 1, a count of 4 bytes, pairs of 4 bytes relative to its start */
	static const unsigned char usual[] = { 1, 0x1b, 0x03, 0x3b };

	*frames = (struct frames){
		.hdr = elf_file_find(image, ".eh_frame_hdr", 0),
		.frame = elf_file_find(image, ".eh_frame", 0),
	};
	return frames->hdr && frames->frame && frames->hdr->file_bytes > 12 &&
	       !elf_file_load(image, frames->hdr->fileoff,
			       frames->hdr->file_bytes, &frames->hdr_data) &&
	       !memcmp(frames->hdr_data, usual, sizeof(usual)) &&
	       !elf_file_load(image, frames->frame->fileoff,
			       frames->frame->file_bytes, &frames->frame_data);
}

static void frames_deinit(struct frames *frames)
{
	free(frames->hdr_data);
	free(frames->frame_data);
}

static int32_t word_at(const char *data, uint64_t off)
{
	int32_t word;

	memcpy(&word, data + off, sizeof(word));
	return word;
}

/*
 * Reads an entry: its length, the distance to its CIE, the start address
 * (relative to this field), the size. Returns the size, or 0 if the start
 * differs from that in the sorted table.
 */
static uint32_t entry_bytes(const struct frames *frames, uint64_t entry_vaddr,
			    uint64_t vaddr)
{
	uint64_t off = entry_vaddr - frames->frame->vaddr;
	uint64_t begin;

	if (off > frames->frame->file_bytes ||
	    frames->frame->file_bytes - off < 16)
		return 0;
	begin = entry_vaddr + 8 +
		(uint64_t)(int64_t)word_at(frames->frame_data, off + 8);
	return begin == vaddr ?
		(uint32_t)word_at(frames->frame_data, off + 12) : 0;
}

/* Returns the size of the function at @vaddr; 0: no function begins there. */
static uint32_t frame_bytes(const struct frames *frames, uint64_t vaddr)
{
	uint64_t hdr_vaddr = frames->hdr->vaddr;
	uint64_t room = (frames->hdr->file_bytes - 12) / 8;
	uint64_t low = 0, high = (uint32_t)word_at(frames->hdr_data, 8);

	high = high < room ? high : room;
	while (low < high) {
		uint64_t mid = low + (high - low) / 2, at = 12 + mid * 8;
		uint64_t begin = hdr_vaddr + (uint64_t)(int64_t)word_at(
						     frames->hdr_data, at);

		if (begin == vaddr)
			return entry_bytes(frames, hdr_vaddr +
				(uint64_t)(int64_t)word_at(frames->hdr_data,
							   at + 4), vaddr);
		if (begin < vaddr)
			low = mid + 1;
		else
			high = mid;
	}
	return 0;
}

/* ------------------------------------------------------------- the functions */

static void resolve(const struct user_file *file, const struct frames *frames,
		    struct user_func *func, struct own_code *own)
{
	uint64_t uaddr, fileoff, vaddr;
	uint32_t bytes;

	if (!has_code(own, func->fileoff) &&
	    !find_own(file, func->fileoff, own))
		return;
	uaddr = pick(own->start_uaddr + func->fileoff - own->fileoff);
	if (uaddr < own->start_uaddr || uaddr >= own->end_uaddr)
		return; /* in the vdso, perhaps */
	fileoff = uaddr - own->start_uaddr + own->fileoff;
	/* both lie in one segment */
	vaddr = func->vaddr + fileoff - func->fileoff;
	bytes = frame_bytes(frames, vaddr);
	if (!bytes || bytes > own->end_uaddr - uaddr)
		return;
	func->vaddr = vaddr;
	func->fileoff = fileoff;
	func->size_bytes = bytes;
	func->refusal = CODE_OK;
}

void user_ifuncs_resolve(struct user_file *file, pid_t pid)
{
	struct own_code own = { 0 }; /* the last one found */
	struct frames frames = { 0 };
	bool is_ready = false;

	if (file->image.machine != OWN_MACHINE)
		return;
	for (size_t i = 0; i < file->funcs.cnt; i++) {
		struct user_func *func = &file->funcs.v[i];

		if (func->refusal != CODE_REFUSAL_ifunc)
			continue;
		if (!is_ready && (!frames_init(&frames, &file->image) ||
				  !chooses_alike(pid)))
			break;
		is_ready = true;
		resolve(file, &frames, func, &own);
	}
	frames_deinit(&frames);
}
