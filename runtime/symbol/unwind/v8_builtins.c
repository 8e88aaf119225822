// SPDX-License-Identifier: BSD-2-Clause
/*
 * V8 generates its built-in functions, the interpreter's entry among them, when
 * it is built, and they become one block of more than 1 MB in the text of node or
 * libnode.so. Like the code that it generates later, they keep frame pointers and
 * have no .eh_frame, and each JavaScript function that is interpreted returns to
 * them. The block's symbol is often stripped, but the file exports V8's interface.
 */
#include "runtime/symbol/unwind/v8_builtins.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/cleanup.h"

/* v8::Isolate::GetEmbeddedCodeRange(void const**, unsigned long*) */
static const char exported[] = "_ZN2v87Isolate20GetEmbeddedCodeRange";

enum {
	DYNAMIC_MAX_BYTES = 1 << 16,
	STRINGS_MAX_BYTES = 64 << 20,
};

static const Elf64_Phdr *find_phdr(const Elf64_Phdr *phdrs, size_t cnt,
				   uint32_t type)
{
	for (size_t i = 0; i < cnt; i++)
		if (phdrs[i].p_type == type)
			return &phdrs[i];
	return NULL;
}

/* The offset in the file of an address; UINT64_MAX: it is not in the file. */
static uint64_t file_off(const Elf64_Phdr *phdrs, size_t cnt, uint64_t vaddr)
{
	for (size_t i = 0; i < cnt; i++)
		if (phdrs[i].p_type == PT_LOAD && vaddr >= phdrs[i].p_vaddr &&
		    vaddr - phdrs[i].p_vaddr < phdrs[i].p_filesz)
			return vaddr - phdrs[i].p_vaddr + phdrs[i].p_offset;
	return UINT64_MAX;
}

/* Reads where the names of the dynamic symbols are. */
static bool find_strings(const struct ehframe_file *file,
			 const Elf64_Phdr *dynamic, uint64_t *vaddr_ret,
			 uint64_t *bytes_ret)
{
	_cleanup_free_ Elf64_Dyn *entries = NULL;
	size_t cnt;

	*vaddr_ret = *bytes_ret = 0;
	if (!dynamic || dynamic->p_filesz > DYNAMIC_MAX_BYTES)
		return false;
	cnt = dynamic->p_filesz / sizeof(*entries);
	entries = xcalloc(cnt + 1, sizeof(*entries));
	if (!ehframe_read_at(file, dynamic->p_offset, entries,
			     cnt * sizeof(*entries)))
		return false;
	for (size_t i = 0; i < cnt && entries[i].d_tag != DT_NULL; i++)
		if (entries[i].d_tag == DT_STRTAB)
			*vaddr_ret = entries[i].d_un.d_ptr;
		else if (entries[i].d_tag == DT_STRSZ)
			*bytes_ret = entries[i].d_un.d_val;
	return *vaddr_ret && *bytes_ret <= STRINGS_MAX_BYTES;
}

bool v8_is_in(const struct ehframe_file *file, const Elf64_Phdr *phdrs,
	      size_t cnt)
{
	_cleanup_free_ char *strings = NULL;
	uint64_t vaddr, bytes;

	if (!find_strings(file, find_phdr(phdrs, cnt, PT_DYNAMIC), &vaddr,
			  &bytes))
		return false;
	strings = xmalloc(bytes + 1);
	return ehframe_read_at(file, file_off(phdrs, cnt, vaddr), strings,
			       bytes) &&
		memmem(strings, bytes, exported, sizeof(exported) - 1);
}
