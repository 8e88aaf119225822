/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Builds a BTF blob of a few hundred bytes. The input is names of functions and
 * D lines, in the order of instructions. The output is the blob (header, types,
 * strings) and the two tables that refer to it from instructions.
 *
 * Type ids are fixed for the first three: 1 int, 2 long, 3 void *. Then each
 * function adds a FUNC_PROTO and a FUNC. All arguments of subprograms are
 * declared as long: the verifier relies on BTF only for global functions, and
 * those of the in-kernel library take scalars.
 *
 *	; @[execname] = count();           <- a line of the D script
 *	12: (85) call bpf_get_current_comm#16
 */
#include "runtime/kernel/program/btf.h"

#include <errno.h>
#include <linux/btf.h>
#include <stdbool.h>
#include <string.h>

#include "base/cleanup.h"
#include "runtime/kernel/bpf_abi.h"

/* Appends the text; returns its offset in the string section. */
static uint32_t add_string(struct kern_btf *btf, const char *text, size_t len)
{
	uint32_t off = (uint32_t)btf->strings.len;

	strbuf_add(&btf->strings, text, len);
	strbuf_putc(&btf->strings, '\0');
	return off;
}

static void add_word(struct kern_btf *btf, uint32_t word)
{
	vec_push(&btf->types, word);
}

/*
 * Appends the three words that every type begins with; returns the new type's
 * id.
 */
static uint32_t add_type(struct kern_btf *btf, const char *name, uint32_t kind,
			 uint32_t vlen, uint32_t size_or_type)
{
	add_word(btf, name ? add_string(btf, name, strlen(name)) : 0);
	add_word(btf, kind << 24 | vlen);
	add_word(btf, size_or_type);
	return ++btf->type_cnt;
}

void kern_btf_init(struct kern_btf *btf)
{
	memset(btf, 0, sizeof(*btf));
	strbuf_putc(&btf->strings, '\0');
	add_type(btf, "int", BTF_KIND_INT, 0, 4);
	add_word(btf, BTF_INT_SIGNED << 24 | 32);
	add_type(btf, "long", BTF_KIND_INT, 0, 8);
	add_word(btf, BTF_INT_SIGNED << 24 | 64);
	add_type(btf, NULL, BTF_KIND_PTR, 0, 0);
}

void kern_btf_deinit(struct kern_btf *btf)
{
	vec_deinit(&btf->types);
	strbuf_deinit(&btf->strings);
	vec_deinit(&btf->funcs);
	vec_deinit(&btf->lines);
}

/* Adds an array of @cnt longs; returns its id. */
static uint32_t kern_btf_add_words(struct kern_btf *btf, uint32_t cnt)
{
	uint32_t id = add_type(btf, NULL, BTF_KIND_ARRAY, 0, 0);

	add_word(btf, KERN_BTF_LONG);
	add_word(btf, KERN_BTF_INT);
	add_word(btf, cnt);
	return id;
}

void kern_btf_set_ctx(struct kern_btf *btf, const char *name)
{
	uint32_t ctx = add_type(btf, name, BTF_KIND_STRUCT, 0, 0);

	btf->ctx_ptr = add_type(btf, NULL, BTF_KIND_PTR, 0, ctx);
}

static uint32_t add_proto(struct kern_btf *btf, enum kern_btf_func_kind kind,
			  uint32_t arg_cnt)
{
	bool is_main = kind == KERN_BTF_MAIN;
	uint32_t cnt = is_main ? 1 : arg_cnt;
	uint32_t id = add_type(btf, NULL, BTF_KIND_FUNC_PROTO, cnt,
			       is_main ? KERN_BTF_INT : KERN_BTF_LONG);

	for (uint32_t i = 0; i < cnt; i++) {
		char name[] = { (char)('a' + i), '\0' };

		add_word(btf,
			 add_string(btf, is_main ? "ctx" : name,
				    is_main ? 3 : 1));
		add_word(btf, is_main			    ? KERN_BTF_PTR :
			      kind == KERN_BTF_PART && !i ? btf->ctx_ptr :
							    KERN_BTF_LONG);
	}
	return id;
}

/*
 * Replaces characters that a C identifier cannot have, because BTF requires
 * one.
 */
static void identifier_from(char *ret, size_t ret_bytes, const char *name)
{
	size_t len = 0;

	for (; *name && len + 1 < ret_bytes; name++) {
		bool is_letter = (*name | 32) >= 'a' && (*name | 32) <= 'z';
		bool is_digit = *name >= '0' && *name <= '9';

		ret[len] = is_letter || (is_digit && len) ? *name : '_';
		len++;
	}
	if (!len)
		ret[len++] = '_';
	ret[len] = '\0';
}

void kern_btf_add_func(struct kern_btf *btf, enum kern_btf_func_kind kind,
		       const char *name, uint32_t arg_cnt, uint32_t insn_idx)
{
	uint32_t linkage =
		kind == KERN_BTF_STATIC ? BTF_FUNC_STATIC : BTF_FUNC_GLOBAL;
	uint32_t proto = add_proto(btf, kind, arg_cnt);
	char identifier[64];
	uint32_t id;

	identifier_from(identifier, sizeof(identifier), name);
	id = add_type(btf, identifier, BTF_KIND_FUNC, linkage, proto);
	vec_push(&btf->funcs, ((struct bpf_func_info){ insn_idx, id }));
}

void kern_btf_add_line(struct kern_btf *btf, uint32_t insn_idx,
		       const char *file, const char *text, size_t text_len,
		       uint32_t line, uint32_t column)
{
	struct bpf_line_info *info, *last = NULL;

	if (btf->lines.cnt)
		last = &btf->lines.v[btf->lines.cnt - 1];
	info = last && last->insn_off == insn_idx ? last : vec_add(&btf->lines);
	info->insn_off = insn_idx;
	info->file_name_off = add_string(btf, file, strlen(file));
	info->line_off = add_string(btf, text, text_len);
	info->line_col = line << 10 | (column < 1024 ? column : 0);
}

int kern_btf_load(const struct kern_btf *btf)
{
	uint32_t type_bytes = (uint32_t)(btf->types.cnt * sizeof(uint32_t));
	struct btf_header header = {
		.magic = BTF_MAGIC,
		.version = BTF_VERSION,
		.hdr_len = BTF_HEADER_BYTES,
		.type_len = type_bytes,
		.str_off = type_bytes,
		.str_len = (uint32_t)btf->strings.len,
	};
	struct strbuf blob = { 0 };
	int fd;

	strbuf_add(&blob, &header, BTF_HEADER_BYTES);
	strbuf_add(&blob, btf->types.v, type_bytes);
	strbuf_add(&blob, btf->strings.text, btf->strings.len);
	fd = sys_btf_load(blob.text, (uint32_t)blob.len, NULL, 0);
	strbuf_deinit(&blob);
	return fd;
}

int kern_btf_task_storage(struct sys_map_spec *spec, uint32_t bytes)
{
	struct kern_btf btf;
	int fd;

	kern_btf_init(&btf);
	spec->type = BPF_MAP_TYPE_TASK_STORAGE;
	spec->flags = BPF_F_NO_PREALLOC;
	spec->key_bytes = sizeof(int);
	spec->value_bytes = bytes;
	spec->btf_key_type = KERN_BTF_INT;
	spec->btf_value_type = kern_btf_add_words(&btf, bytes / 8);
	fd = kern_btf_load(&btf);
	kern_btf_deinit(&btf);
	if (fd < 0)
		return fd;
	spec->btf_fd = fd;
	return 0;
}
