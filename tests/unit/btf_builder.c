// SPDX-License-Identifier: BSD-2-Clause
/*
 * BTF blobs for tests: see btf_builder.h.
 */
#include "tests/unit/btf_builder.h"

#include <stdarg.h>

void btf_builder_init(struct btf_builder *b, const struct btf_builder *base)
{
	*b = (struct btf_builder){ .next_id = 1 };
	if (base) {
		b->next_id = base->next_id;
		b->first_name = base->first_name + (uint32_t)base->strings.len;
	} else {
		strbuf_putc(&b->strings, '\0');
	}
}

void btf_builder_deinit(struct btf_builder *b)
{
	strbuf_deinit(&b->types);
	strbuf_deinit(&b->strings);
}

void btf_builder_finish(const struct btf_builder *b, struct strbuf *ret)
{
	struct btf_header header = {
		.magic = BTF_MAGIC,
		.version = BTF_VERSION,
		.hdr_len = sizeof(header),
		.type_len = (uint32_t)b->types.len,
		.str_off = (uint32_t)b->types.len,
		.str_len = (uint32_t)b->strings.len,
	};

	strbuf_clear(ret);
	strbuf_add(ret, &header, sizeof(header));
	if (b->types.len)
		strbuf_add(ret, b->types.text, b->types.len);
	if (b->strings.len)
		strbuf_add(ret, b->strings.text, b->strings.len);
}

uint32_t btf_builder_name(struct btf_builder *b, const char *name)
{
	uint32_t off = b->first_name + (uint32_t)b->strings.len;

	if (!name || !*name)
		return 0;
	strbuf_puts(&b->strings, name);
	strbuf_putc(&b->strings, '\0');
	return off;
}

void btf_builder_words(struct btf_builder *b, uint32_t cnt, ...)
{
	va_list ap;

	va_start(ap, cnt);
	while (cnt--) {
		uint32_t word = va_arg(ap, uint32_t);

		strbuf_add(&b->types, &word, sizeof(word));
	}
	va_end(ap);
}

uint32_t btf_builder_record(struct btf_builder *b, uint32_t kind,
			    const char *name, uint32_t vlen, bool kind_flag,
			    uint32_t size_or_type)
{
	btf_builder_words(b, 3, btf_builder_name(b, name),
			  (uint32_t)kind_flag << 31 | kind << 24 | vlen,
			  size_or_type);
	return b->next_id++;
}

uint32_t btf_builder_int(struct btf_builder *b, const char *name,
			 uint32_t size_bytes, uint32_t encoding)
{
	uint32_t id =
		btf_builder_record(b, BTF_KIND_INT, name, 0, false, size_bytes);

	btf_builder_words(b, 1, encoding << 24 | size_bytes * 8);
	return id;
}

uint32_t btf_builder_ref(struct btf_builder *b, uint32_t kind, const char *name,
			 uint32_t size_or_type)
{
	return btf_builder_record(b, kind, name, 0, false, size_or_type);
}

uint32_t btf_builder_array(struct btf_builder *b, uint32_t elem_id,
			   uint32_t index_id, uint32_t elem_cnt)
{
	uint32_t id = btf_builder_ref(b, BTF_KIND_ARRAY, NULL, 0);

	btf_builder_words(b, 3, elem_id, index_id, elem_cnt);
	return id;
}

uint32_t btf_builder_struct(struct btf_builder *b, const char *name,
			    uint32_t size_bytes, uint32_t cnt)
{
	return btf_builder_record(b, BTF_KIND_STRUCT, name, cnt, false,
				  size_bytes);
}

void btf_builder_member(struct btf_builder *b, const char *name,
			uint32_t type_id, uint32_t offset_bits)
{
	btf_builder_words(b, 3, btf_builder_name(b, name), type_id,
			  offset_bits);
}
