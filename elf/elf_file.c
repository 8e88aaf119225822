// SPDX-License-Identifier: BSD-2-Clause
/*
 * ELF headers, read with three or four pread(2) and nothing mapped.
 *
 * `dtrace -l` looks into every file that any process maps, and nearly all of
 * them have no probes, so rejecting a file must be fast. The three tables
 * below (file, segment and section header) are decoded field by field, so that
 * a foreign class or byte order needs no special case. A file that shrinks
 * meanwhile causes a short read here, where a mapping would cause SIGBUS.
 *
 * Every offset and count comes from the file. They are checked against its
 * size in elf_file_read(), the only place that touches its bytes.
 */
#include "elf/elf_file.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/cleanup.h"

enum { LOAD_BYTES_MAX = 1 << 30 };

/* Where the header tables are. */
struct header {
	uint64_t segment_fileoff;
	uint64_t section_fileoff;
	size_t segment_bytes; /* of one header */
	size_t section_bytes;
	size_t segment_cnt;
	size_t section_cnt;
	size_t names_idx; /* section with the names */
};

int elf_file_read(const struct elf_file *image, uint64_t fileoff, void *buf,
		   size_t len)
{
	size_t done = 0;

	if (fileoff > image->size_bytes || len > image->size_bytes - fileoff)
		return -EBADMSG;
	if (image->mem) {
		memcpy(buf, image->mem + fileoff, len);
		return 0;
	}
	while (done < len) {
		ssize_t n = pread(image->fd, (char *)buf + done, len - done,
				  (off_t)(fileoff + done));

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n ? -errno : -EBADMSG;
		done += n;
	}
	return 0;
}

int elf_file_load(const struct elf_file *image, uint64_t fileoff,
		   uint64_t len, char **ret)
{
	_cleanup_free_ char *data = NULL;
	int err;

	if (fileoff > image->size_bytes || len > image->size_bytes - fileoff)
		return -EBADMSG;
	if (len > LOAD_BYTES_MAX)
		return -EFBIG;
	data = malloc(len + 1);
	if (!data)
		return -ENOMEM;
	err = elf_file_read(image, fileoff, data, len);
	if (err)
		return err;
	data[len] = '\0';
	*ret = take_ptr(data);
	return 0;
}

/* Field of a header at @p: offset and width for 64 and for 32 bits. */
#define FIELD64(p, type, field)                           \
	elf_get(fmt, (p) + offsetof(Elf64_##type, field), \
		sizeof(((Elf64_##type *)0)->field))
#define FIELD32(p, type, field)                           \
	elf_get(fmt, (p) + offsetof(Elf32_##type, field), \
		sizeof(((Elf32_##type *)0)->field))
#define FIELD(p, type, field) \
	(fmt.is_64 ? FIELD64(p, type, field) : FIELD32(p, type, field))

static void decode_section(struct elf_format fmt, const uint8_t *p,
			   struct elf_section *ret)
{
	*ret = (struct elf_section){
		.name_off = FIELD(p, Shdr, sh_name),
		.type = FIELD(p, Shdr, sh_type),
		.flags = FIELD(p, Shdr, sh_flags),
		.vaddr = FIELD(p, Shdr, sh_addr),
		.fileoff = FIELD(p, Shdr, sh_offset),
		.file_bytes = FIELD(p, Shdr, sh_size),
		.entry_bytes = FIELD(p, Shdr, sh_entsize),
		.link = FIELD(p, Shdr, sh_link),
		.info = FIELD(p, Shdr, sh_info),
	};
	if (ret->type == SHT_NOBITS)
		ret->file_bytes = 0;
}

static void decode_segment(struct elf_format fmt, const uint8_t *p,
			   struct elf_segment *ret)
{
	*ret = (struct elf_segment){
		.type = FIELD(p, Phdr, p_type),
		.flags = FIELD(p, Phdr, p_flags),
		.fileoff = FIELD(p, Phdr, p_offset),
		.vaddr = FIELD(p, Phdr, p_vaddr),
		.file_bytes = FIELD(p, Phdr, p_filesz),
		.mem_bytes = FIELD(p, Phdr, p_memsz),
	};
}

static void decode_header(struct elf_file *image, const uint8_t *p,
			  struct header *ret)
{
	struct elf_format fmt = image->format;

	image->elf_type = FIELD(p, Ehdr, e_type);
	image->machine = FIELD(p, Ehdr, e_machine);
	*ret = (struct header){
		.segment_fileoff = FIELD(p, Ehdr, e_phoff),
		.section_fileoff = FIELD(p, Ehdr, e_shoff),
		.segment_bytes = FIELD(p, Ehdr, e_phentsize),
		.section_bytes = FIELD(p, Ehdr, e_shentsize),
		.segment_cnt = FIELD(p, Ehdr, e_phnum),
		.section_cnt = FIELD(p, Ehdr, e_shnum),
		.names_idx = FIELD(p, Ehdr, e_shstrndx),
	};
}

/* Checks the first 16 bytes and reads the file header. */
static int read_header(struct elf_file *image, struct header *ret,
		       const char **why_ret)
{
	uint8_t buf[sizeof(Elf64_Ehdr)];
	size_t header_bytes;
	int err;

	*why_ret = "not an ELF file";
	err = elf_file_read(image, 0, buf, EI_NIDENT);
	if (err == -EBADMSG || (!err && memcmp(buf, ELFMAG, SELFMAG)))
		return -ENOEXEC;
	if (err)
		return err;
	*why_ret = "an ELF file of unknown class or byte order";
	if ((buf[EI_CLASS] != ELFCLASS32 && buf[EI_CLASS] != ELFCLASS64) ||
	    (buf[EI_DATA] != ELFDATA2LSB && buf[EI_DATA] != ELFDATA2MSB))
		return -ENOEXEC;
	image->format.is_64 = buf[EI_CLASS] == ELFCLASS64;
	image->format.is_big_endian = buf[EI_DATA] == ELFDATA2MSB;
	*why_ret = "a truncated ELF file";
	header_bytes =
		image->format.is_64 ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr);
	err = elf_file_read(image, 0, buf, header_bytes);
	if (err)
		return err == -EBADMSG ? -ENOEXEC : err;
	decode_header(image, buf, ret);
	return 0;
}

/*
 * Loads a table of @cnt headers with @entry_bytes each. Headers may be longer
 * than the known ones, not shorter.
 */
static int load_table(const struct elf_file *image, uint64_t fileoff,
		      size_t cnt, size_t entry_bytes, size_t known_bytes,
		      char **ret)
{
	if (entry_bytes < known_bytes)
		return -EBADMSG;
	return elf_file_load(image, fileoff, (uint64_t)cnt * entry_bytes, ret);
}

static int read_segments(struct elf_file *image, const struct header *header)
{
	size_t known_bytes =
		image->format.is_64 ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr);
	_cleanup_free_ char *table = NULL;
	int err;

	if (!header->segment_cnt)
		return 0;
	err = load_table(image, header->segment_fileoff, header->segment_cnt,
			 header->segment_bytes, known_bytes, &table);
	if (err)
		return err;
	image->segment_cnt = header->segment_cnt;
	image->segments =
		xcalloc(header->segment_cnt, sizeof(image->segments[0]));
	for (size_t i = 0; i < header->segment_cnt; i++)
		decode_segment(image->format,
			       (uint8_t *)table + i * header->segment_bytes,
			       &image->segments[i]);
	return 0;
}

/* More than 65,279 sections: section 0 holds the true numbers. */
static int read_large_counts(const struct elf_file *image,
			     struct header *header)
{
	size_t known_bytes =
		image->format.is_64 ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);
	uint8_t buf[sizeof(Elf64_Shdr)];
	struct elf_section first;
	int err;

	if (header->section_cnt && header->names_idx != SHN_XINDEX)
		return 0;
	err = elf_file_read(image, header->section_fileoff, buf, known_bytes);
	if (err)
		return err;
	decode_section(image->format, buf, &first);
	if (!header->section_cnt)
		header->section_cnt = first.file_bytes;
	if (header->names_idx == SHN_XINDEX)
		header->names_idx = first.link;
	return header->section_cnt <= UINT32_MAX ? 0 : -EBADMSG;
}

static int read_sections(struct elf_file *image, struct header *header)
{
	size_t known_bytes =
		image->format.is_64 ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);
	_cleanup_free_ char *table = NULL;
	int err;

	if (!header->section_fileoff)
		return 0;
	err = read_large_counts(image, header);
	if (err)
		return err;
	err = load_table(image, header->section_fileoff, header->section_cnt,
			 header->section_bytes, known_bytes, &table);
	if (err)
		return err;
	image->section_cnt = header->section_cnt;
	image->sections =
		xcalloc(header->section_cnt, sizeof(image->sections[0]));
	for (size_t i = 0; i < header->section_cnt; i++)
		decode_section(image->format,
			       (uint8_t *)table + i * header->section_bytes,
			       &image->sections[i]);
	return 0;
}

static int read_names(struct elf_file *image, size_t names_idx)
{
	const struct elf_section *names;

	if (names_idx >= image->section_cnt)
		return image->section_cnt ? -EBADMSG : 0;
	names = &image->sections[names_idx];
	image->names_len = names->file_bytes;
	return elf_file_load(image, names->fileoff, names->file_bytes,
			      &image->names);
}

static int read_all(struct elf_file *image, const char **why_ret)
{
	struct header header;
	int err = read_header(image, &header, why_ret);

	if (err)
		return err;
	*why_ret = "a truncated or damaged ELF file";
	err = read_segments(image, &header);
	if (!err)
		err = read_sections(image, &header);
	if (!err)
		err = read_names(image, header.names_idx);
	return err == -EBADMSG ? -ENOEXEC : err;
}

static int init(struct elf_file *image, const char **why_ret)
{
	int err = read_all(image, why_ret);

	if (err)
		elf_file_deinit(image);
	if (err && err != -ENOEXEC)
		*why_ret = "can't be read";
	return err;
}

int elf_file_init_fd(struct elf_file *image, int fd, const char **why_ret)
{
	struct stat st;

	*why_ret = "can't be read";
	if (fstat(fd, &st))
		return -errno;
	*why_ret = "not a file";
	if (!S_ISREG(st.st_mode))
		return -ENOEXEC;
	*image = (struct elf_file){ .fd = fd, .size_bytes = st.st_size };
	return init(image, why_ret);
}

int elf_file_init_memory(struct elf_file *image, const void *data, size_t len,
			  const char **why_ret)
{
	*image = (struct elf_file){
		.fd = -1,
		.mem = data,
		.size_bytes = len,
	};
	return init(image, why_ret);
}

void elf_file_deinit(struct elf_file *image)
{
	free(image->sections);
	free(image->segments);
	free(image->names);
	*image = (struct elf_file){ .fd = -1 };
}

const struct elf_segment *elf_segment_at(const struct elf_file *image,
					 uint64_t vaddr, uint32_t flags)
{
	for (size_t i = 0; i < image->segment_cnt; i++) {
		const struct elf_segment *s = &image->segments[i];

		if (s->type == PT_LOAD && (s->flags & flags) == flags &&
		    vaddr >= s->vaddr && vaddr - s->vaddr < s->file_bytes)
			return s;
	}
	return NULL;
}

const char *elf_file_section_name(const struct elf_file *image,
				   const struct elf_section *section)
{
	return section->name_off < image->names_len ?
		image->names + section->name_off :
		"";
}

const struct elf_section *elf_file_find(const struct elf_file *image,
					 const char *name, size_t from)
{
	for (size_t i = from; i < image->section_cnt; i++)
		if (!strcmp(elf_file_section_name(image, &image->sections[i]),
			    name))
			return &image->sections[i];
	return NULL;
}
