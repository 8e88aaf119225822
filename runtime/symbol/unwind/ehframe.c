// SPDX-License-Identifier: BSD-2-Clause
/*
 * The functions are found by the sorted table that linkers write
 * (.eh_frame_hdr), which needs no sections; static programs at fixed addresses
 * have none, so there the section itself is searched.
 *
 * A file can contain anything. The bytes that are read are limited by its
 * length and by FRAMES_MAX_BYTES; functions must be inside executable segments,
 * and each ends where the next one begins. Since many function descriptions can
 * be the same bytes, the work is limited, too, by the number of bytes that are
 * run.
 */
#include "runtime/symbol/unwind/ehframe.h"

#include <dwarf.h>
#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "runtime/symbol/unwind/v8_builtins.h"

#define FRAMES_MAX_BYTES (UINT64_C(256) << 20)

enum {
	PHDR_MAX = 256,
	NT_GO_BUILD_ID = 4,
	/* times the bytes that exist, because functions can share them */
	WORK_FACTOR = 4,
	HDR_BYTES = 12, /* of .eh_frame_hdr, with the encodings we know */
	HDR_ENTRY_BYTES = 8,
	START_MAX_BYTES = 128, /* the code that calls main() and exit() */
	AUGMENTATION_MAX = 16, /* bytes of "zPLRSB" and its end */
};

#if defined(__aarch64__)
enum { OWN_MACHINE = EM_AARCH64 };
#else
enum { OWN_MACHINE = EM_X86_64 };
#endif

/* ------------------------------------------------------------------ reading */

bool ehframe_read_at(const struct ehframe_file *file, uint64_t off, void *to,
		     uint64_t len)
{
	if (off > file->len || len > file->len - off)
		return false;
	if (file->bytes) {
		memcpy(to, file->bytes + off, len);
		return true;
	}
	for (uint64_t done = 0; done < len;) {
		ssize_t n = pread(file->fd, (uint8_t *)to + done, len - done,
				  (off_t)(off + done));

		if (n <= 0)
			return false;
		done += (uint64_t)n;
	}
	return true;
}

/* Finds the loadable segments, and the table of functions. */
struct layout {
	Elf64_Ehdr head;
	Elf64_Phdr *phdrs; /* owned */
	size_t cnt;
	const Elf64_Phdr *hdr; /* PT_GNU_EH_FRAME, or NULL */
};

static int read_layout(const struct ehframe_file *file, struct layout *ret)
{
	Elf64_Ehdr head;

	if (!ehframe_read_at(file, 0, &head, sizeof(head)) ||
	    memcmp(head.e_ident, ELFMAG, SELFMAG) ||
	    head.e_ident[EI_CLASS] != ELFCLASS64 ||
	    head.e_ident[EI_DATA] != ELFDATA2LSB ||
	    head.e_machine != OWN_MACHINE || head.e_phnum > PHDR_MAX ||
	    head.e_phentsize != sizeof(Elf64_Phdr))
		return -ENOEXEC;
	ret->head = head;
	ret->phdrs = xcalloc((size_t)head.e_phnum + 1, sizeof(*ret->phdrs));
	ret->cnt = head.e_phnum;
	if (!ehframe_read_at(file, head.e_phoff, ret->phdrs,
			     ret->cnt * sizeof(*ret->phdrs)))
		return -ENOEXEC;
	for (size_t i = 0; i < ret->cnt; i++)
		if (ret->phdrs[i].p_type == PT_GNU_EH_FRAME)
			ret->hdr = &ret->phdrs[i];
	return 0;
}

/* Whether there is a note of the owner "Go" with a build id. */
static bool is_go(const struct ehframe_file *file, const struct layout *layout)
{


	for (size_t i = 0; i < layout->cnt; i++) {
		uint32_t note[4];

		if (layout->phdrs[i].p_type == PT_NOTE &&
		    ehframe_read_at(file, layout->phdrs[i].p_offset, note,
				    sizeof(note)) &&
		    note[0] == 4 && note[2] == NT_GO_BUILD_ID &&
		    !memcmp(&note[3], "Go\0", 4))
			return true;
	}
	return false;
}

static void add_segments(struct ehframe *eh, const struct layout *layout)
{
	for (size_t i = 0; i < layout->cnt; i++) {
		const Elf64_Phdr *phdr = &layout->phdrs[i];

		if (phdr->p_type != PT_LOAD || !(phdr->p_flags & PF_X) ||
		    !phdr->p_filesz ||
		    phdr->p_filesz > UINT64_MAX - phdr->p_vaddr ||
		    phdr->p_filesz > UINT64_MAX - phdr->p_offset ||
		    eh->segment_cnt == EHFRAME_SEGMENT_MAX)
			continue;
		eh->segments[eh->segment_cnt++] = (struct ehframe_segment){
			.fileoff = phdr->p_offset,
			.bytes = phdr->p_filesz,
			.vaddr = phdr->p_vaddr,
		};
	}
}

/* The segment that contains the address, or NULL. */
static const Elf64_Phdr *phdr_at(const struct layout *layout, uint64_t vaddr)
{
	for (size_t i = 0; i < layout->cnt; i++) {
		const Elf64_Phdr *phdr = &layout->phdrs[i];

		if (phdr->p_type == PT_LOAD && vaddr >= phdr->p_vaddr &&
		    vaddr - phdr->p_vaddr < phdr->p_filesz)
			return phdr;
	}
	return NULL;
}

/*
 * All of its segment from @vaddr on, because the length of .eh_frame is not
 * recorded.
 */
static int read_frames(const struct ehframe_file *file,
		       const struct layout *layout, uint64_t vaddr,
		       struct ehframe *eh)
{
	const Elf64_Phdr *phdr = phdr_at(layout, vaddr);
	uint64_t skip;

	if (!phdr)
		return -EINVAL;
	skip = vaddr - phdr->p_vaddr;
	eh->frames_vaddr = vaddr;
	eh->frames_bytes = phdr->p_filesz - skip;
	if (eh->frames_bytes > FRAMES_MAX_BYTES)
		eh->frames_bytes = FRAMES_MAX_BYTES;
	if (phdr->p_offset > UINT64_MAX - skip ||
	    phdr->p_offset + skip > file->len)
		return -EINVAL;
	if (eh->frames_bytes > file->len - phdr->p_offset - skip)
		eh->frames_bytes = file->len - phdr->p_offset - skip;
	eh->frames = xmalloc(eh->frames_bytes + 1);
	return ehframe_read_at(file, phdr->p_offset + skip, eh->frames,
			       eh->frames_bytes) ?
		0 :
		-EINVAL;
}

/* ------------------------------------------------------- table of functions */

static bool is_in_segment(const struct ehframe *eh, uint64_t vaddr)
{
	for (size_t i = 0; i < eh->segment_cnt; i++)
		if (vaddr >= eh->segments[i].vaddr &&
		    vaddr - eh->segments[i].vaddr < eh->segments[i].bytes)
			return true;
	return false;
}

static int compare_entries(const void *a_, const void *b_)
{
	const struct ehframe_entry *a = a_, *b = b_;

	if (a->start_vaddr != b->start_vaddr)
		return a->start_vaddr < b->start_vaddr ? -1 : 1;
	return a->vaddr < b->vaddr ? -1 : a->vaddr > b->vaddr;
}

static uint64_t relative(uint64_t base, const uint8_t *at)
{
	int32_t off;

	memcpy(&off, at, sizeof(off));
	return base + (uint64_t)(int64_t)off;
}

static void read_entries(struct ehframe *eh, uint64_t hdr_vaddr,
			 const uint8_t *table, size_t cnt)
{
	bool is_sorted = true;

	eh->entries = xcalloc(cnt + 1, sizeof(*eh->entries));
	for (size_t i = 0; i < cnt; i++) {
		struct ehframe_entry entry = {
			.start_vaddr = relative(hdr_vaddr, table + i * 8),
			.vaddr = relative(hdr_vaddr, table + i * 8 + 4),
		};

		if (!is_in_segment(eh, entry.start_vaddr))
			continue;
		if (eh->entry_cnt &&
		    compare_entries(&eh->entries[eh->entry_cnt - 1], &entry) > 0)
			is_sorted = false;
		eh->entries[eh->entry_cnt++] = entry;
	}
	if (!is_sorted)
		qsort(eh->entries, eh->entry_cnt, sizeof(*eh->entries),
		      compare_entries);
}

/* version 1; eh_frame_ptr pcrel|sdata4, count udata4, table datarel|sdata4 */
static int read_table(const struct ehframe_file *file,
		      const struct layout *layout, struct ehframe *eh)
{
	static const uint8_t head[] = { 1, DW_EH_PE_pcrel | DW_EH_PE_sdata4,
					DW_EH_PE_udata4,
					DW_EH_PE_datarel | DW_EH_PE_sdata4 };
	uint64_t vaddr = layout->hdr->p_vaddr, bytes = layout->hdr->p_filesz;
	_cleanup_free_ uint8_t *hdr = NULL;
	uint32_t cnt;
	int err;

	if (bytes < HDR_BYTES || bytes > FRAMES_MAX_BYTES || bytes > file->len)
		return -EINVAL;
	hdr = xmalloc(bytes);
	if (!ehframe_read_at(file, layout->hdr->p_offset, hdr, bytes) ||
	    memcmp(hdr, head, sizeof(head)))
		return -EINVAL;
	memcpy(&cnt, hdr + 8, sizeof(cnt));
	if (cnt > (bytes - HDR_BYTES) / HDR_ENTRY_BYTES)
		return -EINVAL;
	err = read_frames(file, layout, relative(vaddr + 4, hdr + 4), eh);
	if (!err)
		read_entries(eh, vaddr, hdr + HDR_BYTES, cnt);
	return err;
}

/* ------------------------------------------------- descriptions of functions */

/* The record at an address, after its length, at *@id_vaddr_ret. */
static struct cfi_bytes record_at(const struct ehframe *eh, uint64_t vaddr,
				  uint64_t *id_vaddr_ret)
{
	struct cfi_bytes bytes = { .at = eh->frames,
				   .end = eh->frames + eh->frames_bytes };
	uint64_t len;

	if (vaddr < eh->frames_vaddr) {
		bytes.is_bad = true;
		bytes.at = bytes.end;
		return bytes;
	}
	cfi_take(&bytes, vaddr - eh->frames_vaddr);
	len = cfi_number(&bytes, 4);
	if (len == UINT32_MAX)
		len = cfi_number(&bytes, 8);
	*id_vaddr_ret = eh->frames_vaddr + (uint64_t)(bytes.at - eh->frames);
	if (bytes.is_bad)
		return bytes;
	return cfi_take(&bytes, len);
}

/* The length of a pointer; 0: a form that is never used. */
static unsigned int pointer_bytes(uint8_t encoding)
{
	switch (encoding & 0x0f) {
	case DW_EH_PE_absptr:
	case DW_EH_PE_udata8:
	case DW_EH_PE_sdata8:
		return 8;
	case DW_EH_PE_udata4:
	case DW_EH_PE_sdata4:
		return 4;
	case DW_EH_PE_udata2:
	case DW_EH_PE_sdata2:
		return 2;
	}
	return 0;
}

/* The augmentation "zPLRSB" and its data, which begins with its length. */
static bool read_augmentation(const char *text, struct cfi_bytes *bytes,
			      struct cfi_common *ret)
{
	struct cfi_bytes data;

	ret->pointer_encoding = DW_EH_PE_absptr;
	if (!*text)
		return true;
	if (*text != 'z')
		return false;
	ret->has_more = true;
	data = cfi_take(bytes, cfi_uleb(bytes));
	for (text++; *text; text++) {
		switch (*text) {
		case 'R':
			ret->pointer_encoding = (uint8_t)cfi_number(&data, 1);
			break;
		case 'L':
			cfi_number(&data, 1);
			break;
		case 'P':
			cfi_take(&data, pointer_bytes(
				(uint8_t)cfi_number(&data, 1)));
			break;
		case 'S':
			ret->is_signal = true;
			break;
		case 'B':
			break;
		default:
			return false;
		}
	}
	return !data.is_bad;
}

static bool read_common(const struct ehframe *eh, uint64_t vaddr,
			struct cfi_common *ret)
{
	uint64_t id_vaddr;
	struct cfi_bytes bytes = record_at(eh, vaddr, &id_vaddr);
	uint64_t id = cfi_number(&bytes, 4);
	uint8_t version = (uint8_t)cfi_number(&bytes, 1);
	const char *text = (const char *)bytes.at;
	size_t left = (size_t)(bytes.end - bytes.at);
	/* every function may have to read it again */
	const uint8_t *end = memchr(text, 0, left < AUGMENTATION_MAX ?
						     left : AUGMENTATION_MAX);

	*ret = (struct cfi_common){ 0 };
	if (bytes.is_bad || id || (version != 1 && version != 3) || !end)
		return false;
	bytes.at = end + 1;
	ret->code_align = cfi_uleb(&bytes);
	ret->data_align = cfi_sleb(&bytes);
	ret->return_reg = version == 1 ? cfi_number(&bytes, 1) :
					 cfi_uleb(&bytes);
	if (!read_augmentation(text, &bytes, ret))
		return false;
	ret->program = bytes;
	return !bytes.is_bad;
}

/* Caches the last common part (CIE) that was read: most functions share one. */
struct reading {
	const struct ehframe *eh;
	uint64_t common_vaddr;
	struct cfi_common common;
	bool is_good;
};

static bool find_common(struct reading *reading, uint64_t vaddr)
{
	if (!reading->common_vaddr || reading->common_vaddr != vaddr) {
		reading->common_vaddr = vaddr;
		reading->is_good = read_common(reading->eh, vaddr,
					       &reading->common);
	}
	return reading->is_good;
}

/* The table has the start of a function; this reads its length and program. */
static bool read_function(struct reading *reading,
			  const struct ehframe_entry *entry,
			  struct cfi_function *ret)
{
	uint64_t id_vaddr = 0, id, len;
	struct cfi_bytes bytes = record_at(reading->eh, entry->vaddr,
					   &id_vaddr);
	unsigned int size_bytes;

	id = cfi_number(&bytes, 4);
	if (bytes.is_bad || !id || !find_common(reading, id_vaddr - id))
		return false;
	size_bytes = pointer_bytes(reading->common.pointer_encoding);
	if (!size_bytes)
		return false;
	cfi_take(&bytes, size_bytes);
	len = cfi_number(&bytes, size_bytes);
	if (reading->common.has_more)
		cfi_take(&bytes, cfi_uleb(&bytes));
	if (bytes.is_bad || len > UINT64_MAX - entry->start_vaddr)
		return false;
	*ret = (struct cfi_function){
		.common = &reading->common,
		.start_vaddr = entry->start_vaddr,
		.end_vaddr = entry->start_vaddr + len,
		.program = bytes,
	};
	return true;
}

/* ------------------------------------------------- files without that table */

/* The section .eh_frame: its address, or 0. */
static uint64_t find_section(const struct ehframe_file *file,
			     const Elf64_Ehdr *head)
{
	_cleanup_free_ Elf64_Shdr *sections = NULL;
	char name[sizeof(".eh_frame")];
	const Elf64_Shdr *names;

	if (!head->e_shnum || head->e_shstrndx >= head->e_shnum ||
	    head->e_shentsize != sizeof(*sections))
		return 0;
	sections = xcalloc(head->e_shnum, sizeof(*sections));
	if (!ehframe_read_at(file, head->e_shoff, sections,
			     head->e_shnum * sizeof(*sections)))
		return 0;
	names = &sections[head->e_shstrndx];
	for (size_t i = 0; i < head->e_shnum; i++) {
		if (sections[i].sh_type == SHT_NOBITS ||
		    names->sh_offset > UINT64_MAX - sections[i].sh_name ||
		    !ehframe_read_at(file,
				     names->sh_offset + sections[i].sh_name,
				     name, sizeof(name)))
			continue;
		if (!memcmp(name, ".eh_frame", sizeof(name)))
			return sections[i].sh_addr;
	}
	return 0;
}

/*
 * Reads a pointer in the form that the common part gives; false: a form that is
 * never used.
 */
static bool read_pointer(struct cfi_bytes *bytes, uint8_t encoding,
			 uint64_t own_vaddr, uint64_t *ret)
{
	unsigned int size_bytes = pointer_bytes(encoding);
	uint8_t base = encoding & 0x70;

	if (!size_bytes ||
	    (base != DW_EH_PE_absptr && base != DW_EH_PE_pcrel) ||
	    encoding & DW_EH_PE_indirect)
		return false;
	*ret = cfi_number(bytes, size_bytes);
	if (encoding & DW_EH_PE_signed && size_bytes < 8 &&
	    *ret >> (size_bytes * 8 - 1))
		*ret |= -(UINT64_C(1) << size_bytes * 8);
	if (base == DW_EH_PE_pcrel)
		*ret += own_vaddr;
	return !bytes->is_bad;
}

/* Reads record by record, until a length of 0 or the end of the section. */
static void scan_entries(struct ehframe *eh)
{
	struct reading reading = { .eh = eh };
	uint64_t vaddr = eh->frames_vaddr, id_vaddr = 0;
	size_t room = 0;

	for (;;) {
		struct cfi_bytes bytes = record_at(eh, vaddr, &id_vaddr);
		uint64_t next = id_vaddr + (uint64_t)(bytes.end - bytes.at);
		struct ehframe_entry entry = { .vaddr = vaddr };
		uint64_t id = cfi_number(&bytes, 4);

		if (bytes.is_bad)
			break;
		vaddr = next;
		if (!id || !find_common(&reading, id_vaddr - id) ||
		    !read_pointer(&bytes, reading.common.pointer_encoding,
				  id_vaddr + 4, &entry.start_vaddr) ||
		    !is_in_segment(eh, entry.start_vaddr))
			continue;
		if (eh->entry_cnt == room) {
			room = room ? room * 2 : 256;
			eh->entries = xrealloc_array(eh->entries, room,
						     sizeof(*eh->entries));
		}
		eh->entries[eh->entry_cnt++] = entry;
	}
	if (eh->entry_cnt)
		qsort(eh->entries, eh->entry_cnt, sizeof(*eh->entries),
		      compare_entries);
}

static int read_section(const struct ehframe_file *file,
			const struct layout *layout, struct ehframe *eh)
{
	uint64_t vaddr = find_section(file, &layout->head);
	int err = vaddr ? read_frames(file, layout, vaddr, eh) : -ENOENT;

	if (!err)
		scan_entries(eh);
	return err;
}

/* Whether the table leaves out enough bytes in one place. */
static bool has_room_for_builtins(const struct ehframe *eh)
{
	for (size_t i = 1; i < eh->entry_cnt; i++)
		if (eh->entries[i].start_vaddr -
			    eh->entries[i - 1].start_vaddr >=
		    V8_BUILTINS_MIN_BYTES)
			return true;
	return false;
}

static void drop_table(struct ehframe *eh)
{
	free(take_ptr(eh->frames));
	free(take_ptr(eh->entries));
	eh->frames_bytes = 0;
	eh->entry_cnt = 0;
}

void ehframe_close(struct ehframe *eh)
{
	drop_table(eh);
	eh->segment_cnt = 0;
}

int ehframe_open(const struct ehframe_file *file, struct ehframe *ret)
{
	struct ehframe_file own = *file;
	struct layout layout = { 0 };
	struct stat st;
	int err;

	memset(ret, 0, sizeof(*ret));
	if (!own.bytes) {
		if (fstat(own.fd, &st) || !S_ISREG(st.st_mode))
			return -ENOEXEC;
		own.len = (uint64_t)st.st_size;
	}
	err = read_layout(&own, &layout);
	if (!err) {
		add_segments(ret, &layout);
		ret->start_vaddr = layout.head.e_entry;
		ret->has_frame_pointers = is_go(&own, &layout);
		err = layout.hdr ? read_table(&own, &layout, ret) :
				   read_section(&own, &layout, ret);
	}
	if (!err && has_room_for_builtins(ret))
		ret->has_v8_builtins = v8_is_in(&own, layout.phdrs, layout.cnt);
	free(layout.phdrs);
	if (err)
		drop_table(ret);
	return err;
}

/* ------------------------------------------------------------------- walking */

static const struct unw_rule none = { .kind = UNW_NONE };
/* rbp is the fourth register of struct pt_regs */
static const struct unw_rule by_frame_pointer = { .kind = UNW_FRAME,
						  .reg = 4,
						  .off = 16 };

/* No function extends past its segment. */
static uint64_t segment_end(const struct ehframe *eh, uint64_t vaddr)
{
	for (size_t i = 0; i < eh->segment_cnt; i++) {
		const struct ehframe_segment *segment = &eh->segments[i];

		if (vaddr >= segment->vaddr &&
		    vaddr - segment->vaddr < segment->bytes)
			return segment->vaddr + segment->bytes;
	}
	return vaddr;
}

/*
 * The bytes from @vaddr to @next belong to no function. If a program starts
 * there, as the dynamic linker does, that code has no caller.
 */
static void between(const struct ehframe *eh, uint64_t vaddr, uint64_t next,
		    cfi_row_fn *fn, void *ctx)
{
	static const struct unw_rule end = { .kind = UNW_END };
	uint64_t start = eh->start_vaddr;
	bool is_builtins = eh->has_v8_builtins && next != UINT64_MAX &&
		next - vaddr >= V8_BUILTINS_MIN_BYTES;

	if (vaddr < next)
		fn(ctx, vaddr, is_builtins ? &by_frame_pointer : &none);
	if (start < vaddr || start >= next)
		return;
	fn(ctx, start, &end);
	if (next - start > START_MAX_BYTES)
		fn(ctx, start + START_MAX_BYTES, &none);
}

void ehframe_each_row(const struct ehframe *eh, cfi_row_fn *fn, void *ctx)
{
	struct reading reading = { .eh = eh };
	uint64_t work_bytes = 0;

	for (size_t i = 0; i < eh->entry_cnt; i++) {
		const struct ehframe_entry *entry = &eh->entries[i];
		uint64_t end = segment_end(eh, entry->start_vaddr);
		uint64_t next = i + 1 < eh->entry_cnt ? entry[1].start_vaddr :
							UINT64_MAX;
		struct cfi_function function;

		if (work_bytes > eh->frames_bytes * WORK_FACTOR ||
		    !read_function(&reading, entry, &function)) {
			fn(ctx, entry->start_vaddr, &none);
			continue;
		}
		if (function.end_vaddr > end)
			function.end_vaddr = end;
		if (function.end_vaddr > next)
			function.end_vaddr = next;
		work_bytes += (uint64_t)(function.program.end -
					 function.program.at) +
			(uint64_t)(function.common->program.end -
				   function.common->program.at) + 1;
		cfi_run(&function, fn, ctx);
		between(eh, function.end_vaddr, next, fn, ctx);
	}
}
