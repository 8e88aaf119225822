// SPDX-License-Identifier: BSD-2-Clause
/*
 * BTF blobs for tests: see btf_sample.h.
 */
#include "tests/unit/btf_sample.h"

#include <stdarg.h>

void btf_sample_init(struct btf_sample *b, const struct btf_sample *base)
{
	*b = (struct btf_sample){ .next_id = 1 };
	if (base) {
		b->next_id = base->next_id;
		b->first_name = base->first_name + (uint32_t)base->strings.len;
	} else {
		strbuf_putc(&b->strings, '\0');
	}
}

void btf_sample_deinit(struct btf_sample *b)
{
	strbuf_deinit(&b->types);
	strbuf_deinit(&b->strings);
}

void btf_sample_finish(const struct btf_sample *b, struct strbuf *ret)
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

uint32_t btf_sample_name(struct btf_sample *b, const char *name)
{
	uint32_t off = b->first_name + (uint32_t)b->strings.len;

	if (!name || !*name)
		return 0;
	strbuf_puts(&b->strings, name);
	strbuf_putc(&b->strings, '\0');
	return off;
}

void btf_sample_words(struct btf_sample *b, uint32_t cnt, ...)
{
	va_list ap;

	va_start(ap, cnt);
	while (cnt--) {
		uint32_t word = va_arg(ap, uint32_t);

		strbuf_add(&b->types, &word, sizeof(word));
	}
	va_end(ap);
}

uint32_t btf_sample_record(struct btf_sample *b, uint32_t kind,
			   const char *name, uint32_t vlen, bool kind_flag,
			   uint32_t size_or_type)
{
	btf_sample_words(b, 3, btf_sample_name(b, name),
			 (uint32_t)kind_flag << 31 | kind << 24 | vlen,
			 size_or_type);
	return b->next_id++;
}

uint32_t btf_sample_int(struct btf_sample *b, const char *name,
			uint32_t size_bytes, uint32_t encoding)
{
	uint32_t id =
		btf_sample_record(b, BTF_KIND_INT, name, 0, false, size_bytes);

	btf_sample_words(b, 1, encoding << 24 | size_bytes * 8);
	return id;
}

uint32_t btf_sample_ref(struct btf_sample *b, uint32_t kind, const char *name,
			uint32_t size_or_type)
{
	return btf_sample_record(b, kind, name, 0, false, size_or_type);
}

uint32_t btf_sample_array(struct btf_sample *b, uint32_t elem_id,
			  uint32_t index_id, uint32_t elem_cnt)
{
	uint32_t id = btf_sample_ref(b, BTF_KIND_ARRAY, NULL, 0);

	btf_sample_words(b, 3, elem_id, index_id, elem_cnt);
	return id;
}

uint32_t btf_sample_struct(struct btf_sample *b, const char *name,
			   uint32_t size_bytes, uint32_t cnt)
{
	return btf_sample_record(b, BTF_KIND_STRUCT, name, cnt, false,
				 size_bytes);
}

void btf_sample_member(struct btf_sample *b, const char *name, uint32_t type_id,
		       uint32_t offset_bits)
{
	btf_sample_words(b, 3, btf_sample_name(b, name), type_id, offset_bits);
}
