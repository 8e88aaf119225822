// SPDX-License-Identifier: BSD-2-Clause
/*
 * In: sections as bytes. Out: a whole ELF file as bytes, laid out by libelf
 * (which also turns symbols and relocations into the file's byte order).
 *
 * The file is anonymous memory (memfd_create) without a name, so that nothing
 * can collide, be left over or need cleaning up.
 */
#include "linker/elf_image.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/cleanup.h"

static int failed(struct elf_image *image)
{
	image->error = elf_errmsg(-1);
	return -EIO;
}

static int image_open(struct elf_image *image)
{
	image->elf = NULL;
	if (elf_version(EV_CURRENT) == EV_NONE)
		return failed(image);
	image->elf = elf_begin(image->fd, ELF_C_WRITE, NULL);
	return image->elf ? 0 : failed(image);
}

static int image_init(struct elf_image *image)
{
	memset(image, 0, sizeof(*image));
	arena_init(&image->arena);
	image->fd = memfd_create("dtrace-object", MFD_CLOEXEC);
	return image->fd < 0 ? -errno : 0;
}

int elf_image_create(struct elf_image *image,
		     const struct link_machine *machine)
{
	GElf_Ehdr ehdr;
	int err = image_init(image);

	if (!err)
		err = image_open(image);
	if (err)
		return err;
	if (!gelf_newehdr(image->elf,
			  machine->format.is_64 ? ELFCLASS64 : ELFCLASS32) ||
	    !gelf_getehdr(image->elf, &ehdr))
		return failed(image);
	ehdr.e_ident[EI_DATA] =
		machine->format.is_big_endian ? ELFDATA2MSB : ELFDATA2LSB;
	ehdr.e_type = ET_REL;
	ehdr.e_machine = machine->e_machine;
	ehdr.e_flags = machine->e_flags;
	ehdr.e_version = EV_CURRENT;
	return gelf_update_ehdr(image->elf, &ehdr) ? 0 : failed(image);
}

/* The header of @from, except for what libelf works out itself. */
static int copy_header(struct elf_image *image, Elf *from)
{
	size_t shstrndx;
	GElf_Ehdr old, new;

	if (!gelf_getehdr(from, &old) || elf_getshdrstrndx(from, &shstrndx) ||
	    !gelf_newehdr(image->elf, old.e_ident[EI_CLASS]) ||
	    !gelf_getehdr(image->elf, &new))
		return failed(image);
	memcpy(new.e_ident, old.e_ident, EI_NIDENT);
	new.e_type = old.e_type;
	new.e_machine = old.e_machine;
	new.e_version = old.e_version;
	new.e_flags = old.e_flags;
	new.e_shstrndx = (GElf_Half)shstrndx;
	return shstrndx < SHN_LORESERVE && gelf_update_ehdr(image->elf, &new) ?
		0 :
		failed(image);
}

static int copy_section(struct elf_image *image, Elf_Scn *from)
{
	Elf_Data *old = elf_getdata(from, NULL);
	Elf_Scn *scn = elf_newscn(image->elf);
	Elf_Data *new = scn ? elf_newdata(scn) : NULL;
	GElf_Shdr shdr;

	if (!old || !new || !gelf_getshdr(from, &shdr))
		return failed(image);
	new->d_type = old->d_type;
	new->d_version = EV_CURRENT;
	new->d_align = 1;
	new->d_size = old->d_size;
	if (old->d_buf) {
		new->d_buf = arena_alloc(&image->arena,
					 old->d_size ? old->d_size : 1);
		memcpy(new->d_buf, old->d_buf, old->d_size);
	} else if (old->d_size && shdr.sh_type != SHT_NOBITS) {
		return failed(image);
	}
	return gelf_update_shdr(scn, &shdr) ? 0 : failed(image);
}

/*
 * A new file with the same sections, rather than a file opened for update:
 * libelf 0.188 may read past its tables when it updates a damaged object.
 */
int elf_image_copy(struct elf_image *image, const void *data, size_t len)
{
	int err = image_init(image);
	Elf_Scn *scn = NULL;
	char *bytes;
	Elf *from;

	image->max_bytes = 2 * len + (1 << 20);
	if (!err)
		err = image_open(image);
	if (err)
		return err;
	bytes = arena_alloc(&image->arena, len + 1);
	memcpy(bytes, data, len);
	from = elf_memory(bytes, len);
	if (!from)
		return failed(image);
	err = copy_header(image, from);
	while (!err && (scn = elf_nextscn(from, scn)))
		err = copy_section(image, scn);
	elf_end(from);
	return err;
}

void elf_image_deinit(struct elf_image *image)
{
	if (image->elf)
		elf_end(image->elf);
	if (image->fd >= 0)
		close(image->fd);
	arena_deinit(&image->arena);
}

static int set_data(struct elf_image *image, Elf_Data *elf_data,
		    const void *data, size_t len)
{
	if (!elf_data)
		return failed(image);
	elf_data->d_buf = arena_alloc(&image->arena, len ? len : 1);
	memcpy(elf_data->d_buf, len ? data : "", len);
	elf_data->d_size = len;
	elf_flagdata(elf_data, ELF_C_SET, ELF_F_DIRTY);
	return 0;
}

size_t elf_image_add(struct elf_image *image,
		     const struct elf_image_section *section, size_t name_off)
{
	Elf_Scn *scn = elf_newscn(image->elf);
	Elf_Data *data = scn ? elf_newdata(scn) : NULL;
	GElf_Shdr shdr;

	if (set_data(image, data, section->data, section->len) ||
	    !gelf_getshdr(scn, &shdr)) {
		failed(image);
		return 0;
	}
	data->d_type = section->elf_type;
	data->d_align = section->align;
	data->d_version = EV_CURRENT;
	shdr.sh_name = (GElf_Word)name_off;
	shdr.sh_type = section->type;
	shdr.sh_flags = section->flags;
	shdr.sh_link = section->link;
	shdr.sh_info = section->info;
	shdr.sh_addralign = section->align;
	shdr.sh_entsize = section->entsize;
	if (!gelf_update_shdr(scn, &shdr)) {
		failed(image);
		return 0;
	}
	return elf_ndxscn(scn);
}

int elf_image_replace(struct elf_image *image, Elf_Scn *scn, const void *data,
		      size_t len)
{
	return set_data(image, elf_getdata(scn, NULL), data, len);
}

int elf_image_take(struct elf_image *image, struct strbuf *sb)
{
	struct stat st;
	int64_t len;
	void *map;

	len = elf_update(image->elf, ELF_C_NULL);
	if (image->max_bytes && len > (int64_t)image->max_bytes) {
		image->error = "the alignment of its sections is too large";
		return -EIO;
	}
	if (len < 0 || elf_update(image->elf, ELF_C_WRITE) < 0)
		return failed(image);
	if (fstat(image->fd, &st))
		return -errno;
	map = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, image->fd,
		   0);
	if (map == MAP_FAILED)
		return -errno;
	strbuf_add(sb, map, (size_t)st.st_size);
	munmap(map, (size_t)st.st_size);
	return 0;
}

size_t elf_string(struct strbuf *table, const char *text)
{
	size_t off;

	if (!table->len)
		strbuf_putc(table, '\0');
	off = table->len;
	strbuf_add(table, text, strlen(text) + 1);
	return off;
}

void elf_put_sym(struct strbuf *table, struct elf_format fmt,
		 const GElf_Sym *sym)
{
	Elf32_Sym narrow = {
		.st_name = sym->st_name,
		.st_value = (Elf32_Addr)sym->st_value,
		.st_size = (Elf32_Word)sym->st_size,
		.st_info = sym->st_info,
		.st_other = sym->st_other,
		.st_shndx = sym->st_shndx,
	};

	if (fmt.is_64)
		strbuf_add(table, sym, sizeof(*sym));
	else
		strbuf_add(table, &narrow, sizeof(narrow));
}

void elf_put_rela(struct strbuf *table, struct elf_format fmt,
		  const GElf_Rela *rela)
{
	Elf32_Rela narrow = {
		.r_offset = (Elf32_Addr)rela->r_offset,
		.r_info = ELF32_R_INFO(GELF_R_SYM(rela->r_info),
				       GELF_R_TYPE(rela->r_info)),
		.r_addend = (Elf32_Sword)rela->r_addend,
	};

	if (fmt.is_64)
		strbuf_add(table, rela, sizeof(*rela));
	else
		strbuf_add(table, &narrow, sizeof(narrow));
}
