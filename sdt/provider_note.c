// SPDX-License-Identifier: BSD-2-Clause
/*
 * The description of a .note.dtrace note is a number and then records:
 *
 *	u32 0x64740001			"dt" and version 1
 *	u16 tag, u16 0, u32 length, length bytes, padding to 4
 *	...
 *
 * Numbers have the byte order of the file. For the definition
 *
 *	provider shop { probe sale(int id, item_t *i) : (iteminfo_t *what); };
 *
 * the records are
 *
 *	PROVIDER   "shop\0"
 *	STABILITY  15 bytes: 5 triples
 *	DECLS      "typedef struct item item_t;\0"	(only if any)
 *	DIRECT     40 bytes: 2 numbers, 4 addresses	(only if any)
 *	PROBE      "sale\0"
 *	NATIVE     "int\0id\0"
 *	NATIVE     "item_t *\0i\0"
 *	XLATED     01 "iteminfo_t *\0what\0"	(01: made of native 1)
 *
 * A record that follows PROBE belongs to that probe. Readers skip tags that
 * they don't know, so version 1 can grow; the version changes only when an
 * old reader would be misled.
 */
#include "sdt/provider_note.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "base/vec.h"
#include "elf/note.h"
#include "sdt/file.h"

enum { TYPENOTE_MAGIC_1 = 0x64740001, RECORD_HEADER_BYTES = 8 };

enum tag {
	TAG_PROVIDER = 1,
	TAG_STABILITY = 2,
	TAG_DECLS = 3,
	TAG_PROBE = 4,
	TAG_NATIVE = 5,
	TAG_XLATED = 6,
	TAG_DIRECT = 7,
};

enum { DIRECT_BYTES = 40, DIRECT_ADDR_OFF = 8 };

/* ---- writing ------------------------------------------------------------ */

static void put_record(struct strbuf *sb, struct elf_format fmt, enum tag tag,
		       const struct strbuf *payload)
{
	elf_put(fmt, sb, tag, 2);
	elf_put(fmt, sb, 0, 2);
	elf_put(fmt, sb, payload->len, 4);
	strbuf_add(sb, payload->text, payload->len);
	strbuf_pad(sb, '\0', -payload->len & 3);
}

static void add_string(struct strbuf *sb, const char *s)
{
	strbuf_add(sb, s, strlen(s) + 1);
}

static void put_string(struct strbuf *sb, struct elf_format fmt, enum tag tag,
		       const char *s)
{
	struct strbuf payload = { 0 };

	add_string(&payload, s);
	put_record(sb, fmt, tag, &payload);
	strbuf_deinit(&payload);
}

static void put_stability(struct strbuf *sb, struct elf_format fmt,
			  const struct sdt_type_provider *provider)
{
	struct strbuf payload = { 0 };

	for (size_t i = 0; i < SDT_STABILITY_CNT; i++) {
		strbuf_putc(&payload, (char)provider->stability[i].name);
		strbuf_putc(&payload, (char)provider->stability[i].data);
		strbuf_putc(&payload, (char)provider->stability[i].dep_class);
	}
	put_record(sb, fmt, TAG_STABILITY, &payload);
	strbuf_deinit(&payload);
}

/* Returns where in @sb the addresses are. */
static size_t put_direct(struct strbuf *sb, struct elf_format fmt,
			 const struct sdt_type_direct *direct)
{
	struct strbuf payload = { 0 };

	elf_put(fmt, &payload, direct->version, 4);
	elf_put(fmt, &payload, direct->hook_cnt, 4);
	elf_put(fmt, &payload, direct->base, 8);
	elf_put(fmt, &payload, direct->control, 8);
	elf_put(fmt, &payload, direct->alive_sema, 8);
	elf_put(fmt, &payload, direct->alive_pc, 8);
	put_record(sb, fmt, TAG_DIRECT, &payload);
	strbuf_deinit(&payload);
	return sb->len - DIRECT_BYTES + DIRECT_ADDR_OFF;
}

/* @native_idx: element of the map, for TAG_XLATED. */
static void put_param(struct strbuf *sb, struct elf_format fmt, enum tag tag,
		      const struct sdt_param *param, uint8_t native_idx)
{
	struct strbuf payload = { 0 };

	if (tag == TAG_XLATED)
		strbuf_putc(&payload, (char)native_idx);
	add_string(&payload, param->type);
	add_string(&payload, param->name);
	put_record(sb, fmt, tag, &payload);
	strbuf_deinit(&payload);
}

static void put_probe(struct strbuf *sb, struct elf_format fmt,
		      const struct sdt_type_probe *probe)
{
	put_string(sb, fmt, TAG_PROBE, probe->name);
	for (size_t i = 0; i < probe->native_cnt; i++)
		put_param(sb, fmt, TAG_NATIVE, &probe->natives[i], 0);
	for (size_t i = 0; i < probe->xlate_cnt; i++)
		put_param(sb, fmt, TAG_XLATED, &probe->xlates[i],
			  probe->map[i]);
}

static int check_probe(const struct sdt_type_probe *probe)
{
	if (probe->native_cnt > SDT_PARAM_MAX ||
	    probe->xlate_cnt > SDT_PARAM_MAX)
		return -E2BIG;
	for (size_t i = 0; i < probe->xlate_cnt; i++)
		if (probe->map[i] >= probe->native_cnt)
			return -EINVAL;
	return 0;
}

int sdt_typenote_write(struct strbuf *sb, struct elf_format fmt,
		       const struct sdt_type_provider *provider,
		       size_t *direct_off_ret)
{
	struct strbuf desc = { 0 };
	size_t direct_off = 0, desc_off;

	for (size_t i = 0; i < provider->probe_cnt; i++) {
		int err = check_probe(&provider->probes[i]);

		if (err)
			return err;
	}
	elf_put(fmt, &desc, TYPENOTE_MAGIC_1, 4);
	put_string(&desc, fmt, TAG_PROVIDER, provider->name);
	put_stability(&desc, fmt, provider);
	if (provider->decls && provider->decls[0])
		put_string(&desc, fmt, TAG_DECLS, provider->decls);
	if (provider->direct)
		direct_off = put_direct(&desc, fmt, provider->direct);
	for (size_t i = 0; i < provider->probe_cnt; i++)
		put_probe(&desc, fmt, &provider->probes[i]);
	desc_off = elf_note_write(sb, fmt, SDT_TYPENOTE_OWNER,
				  SDT_TYPENOTE_TYPE, desc.text, desc.len);
	if (direct_off_ret)
		*direct_off_ret = desc_off + direct_off;
	strbuf_deinit(&desc);
	return 0;
}

/* ---- reading ------------------------------------------------------------ */

struct record {
	unsigned tag;
	const char *p; /* rest of the payload */
	const char *end;
};

/* A probe while its records are read. */
struct probe_draft {
	const char *name;
	struct sdt_param natives[SDT_PARAM_MAX];
	struct sdt_param xlates[SDT_PARAM_MAX];
	uint8_t map[SDT_PARAM_MAX];
	uint8_t native_cnt;
	uint8_t xlate_cnt;
};

struct parser {
	struct arena *arena;
	struct sdt_type_provider provider;
	VEC(struct sdt_type_probe) probes;
	struct probe_draft draft; /* name NULL: no probe record yet */
};

/* The string at the record's begin, copied; NULL when it has no end. */
static const char *take_string(struct record *record, struct arena *arena)
{
	const char *s = record->p;
	const char *nul = memchr(s, '\0', record->end - s);

	if (!nul)
		return NULL;
	record->p = nul + 1;
	return arena_strndup(arena, s, nul - s);
}

static void *copy_to(struct arena *arena, const void *v, size_t bytes)
{
	void *copy = arena_alloc(arena, bytes);

	return bytes ? memcpy(copy, v, bytes) : copy;
}

/* Finishes the probe whose records were read. */
static int finish_probe(struct parser *parser)
{
	struct probe_draft *draft = &parser->draft;
	struct arena *arena = parser->arena;
	struct sdt_type_probe probe = {
		.name = draft->name,
		.native_cnt = draft->native_cnt,
		.xlate_cnt = draft->xlate_cnt,
	};

	if (!draft->name)
		return 0;
	for (size_t i = 0; i < draft->xlate_cnt; i++)
		if (draft->map[i] >= draft->native_cnt)
			return -EBADMSG;
	probe.natives = copy_to(arena, draft->natives,
				draft->native_cnt * sizeof(struct sdt_param));
	probe.xlates = copy_to(arena, draft->xlates,
			       draft->xlate_cnt * sizeof(struct sdt_param));
	probe.map = copy_to(arena, draft->map, draft->xlate_cnt);
	vec_push(&parser->probes, probe);
	*draft = (struct probe_draft){ 0 };
	return 0;
}

static int read_stability(struct parser *parser, const struct record *record)
{
	if (record->end - record->p < 3 * SDT_STABILITY_CNT)
		return -EBADMSG;
	for (size_t i = 0; i < SDT_STABILITY_CNT; i++)
		parser->provider.stability[i] = (struct sdt_stability){
			.name = record->p[3 * i],
			.data = record->p[3 * i + 1],
			.dep_class = record->p[3 * i + 2],
		};
	return 0;
}

/* Only the first one counts; later versions may have longer ones. */
static int read_direct(struct parser *parser, const struct record *record,
		       struct elf_format fmt)
{
	struct sdt_type_direct *direct;
	const char *addr = record->p + DIRECT_ADDR_OFF;

	if (record->end - record->p < DIRECT_BYTES)
		return -EBADMSG;
	if (parser->provider.direct)
		return 0;
	direct = arena_new(parser->arena, struct sdt_type_direct);
	direct->version = (uint32_t)elf_get(fmt, record->p, 4);
	direct->hook_cnt = (uint32_t)elf_get(fmt, record->p + 4, 4);
	direct->base = elf_get(fmt, addr, 8);
	direct->control = elf_get(fmt, addr + 8, 8);
	direct->alive_sema = elf_get(fmt, addr + 16, 8);
	direct->alive_pc = elf_get(fmt, addr + 24, 8);
	parser->provider.direct = direct;
	return 0;
}

static int read_text(struct parser *parser, struct record *record,
		     const char **ret)
{
	*ret = take_string(record, parser->arena);
	return *ret ? 0 : -EBADMSG;
}

static int read_probe(struct parser *parser, struct record *record)
{
	int err = finish_probe(parser);

	return err ? err : read_text(parser, record, &parser->draft.name);
}

static int read_param(struct parser *parser, struct record *record,
		      struct sdt_param *params, uint8_t *cnt)
{
	struct sdt_param *param = &params[*cnt];
	int err;

	if (!parser->draft.name || *cnt == SDT_PARAM_MAX)
		return -EBADMSG;
	err = read_text(parser, record, &param->type);
	if (!err)
		err = read_text(parser, record, &param->name);
	if (!err)
		++*cnt;
	return err;
}

static int read_xlated(struct parser *parser, struct record *record)
{
	struct probe_draft *draft = &parser->draft;

	if (record->p == record->end || draft->xlate_cnt == SDT_PARAM_MAX)
		return -EBADMSG;
	draft->map[draft->xlate_cnt] = *record->p++;
	return read_param(parser, record, draft->xlates, &draft->xlate_cnt);
}

static int read_record(struct parser *parser, struct record *record,
		       struct elf_format fmt)
{
	switch (record->tag) {
	case TAG_PROVIDER:
		return read_text(parser, record, &parser->provider.name);
	case TAG_STABILITY:
		return read_stability(parser, record);
	case TAG_DECLS:
		return read_text(parser, record, &parser->provider.decls);
	case TAG_PROBE:
		return read_probe(parser, record);
	case TAG_NATIVE:
		return read_param(parser, record, parser->draft.natives,
				  &parser->draft.native_cnt);
	case TAG_XLATED:
		return read_xlated(parser, record);
	case TAG_DIRECT:
		return read_direct(parser, record, fmt);
	}
	return 0; /* written by a later version */
}

static int read_records(struct parser *parser, const char *p, const char *end,
			struct elf_format fmt)
{
	while (p < end) {
		struct record record;
		size_t len;
		int err;

		if (end - p < RECORD_HEADER_BYTES)
			return -EBADMSG;
		len = elf_get(fmt, p + 4, 4);
		record.tag = elf_get(fmt, p, 2);
		record.p = p + RECORD_HEADER_BYTES;
		if (len > (size_t)(end - record.p))
			return -EBADMSG;
		record.end = record.p + len;
		err = read_record(parser, &record, fmt);
		if (err)
			return err;
		len += -len & 3;
		if (len > (size_t)(end - p) - RECORD_HEADER_BYTES)
			return -EBADMSG;
		p += RECORD_HEADER_BYTES + len;
	}
	return finish_probe(parser);
}

static int check_magic(const char *p, size_t len, struct elf_format fmt)
{
	if (len < 4 || elf_get(fmt, p, 4) >> 16 != TYPENOTE_MAGIC_1 >> 16)
		return -EBADMSG;
	return elf_get(fmt, p, 4) == TYPENOTE_MAGIC_1 ? 0 : -ENOTSUP;
}

int sdt_typenote_parse(const void *desc, size_t len, struct elf_format fmt,
		       struct arena *arena, struct sdt_type_provider *ret)
{
	struct parser parser = { .arena = arena };
	const char *p = desc;
	int err;

	err = check_magic(p, len, fmt);
	if (!err)
		err = read_records(&parser, p + 4, p + len, fmt);
	if (!err && !parser.provider.name)
		err = -EBADMSG;
	if (!err) {
		if (!parser.provider.decls)
			parser.provider.decls = "";
		parser.provider.probes = copy_to(
			arena, parser.probes.v,
			parser.probes.cnt * sizeof(struct sdt_type_probe));
		parser.provider.probe_cnt = parser.probes.cnt;
		*ret = parser.provider;
	}
	vec_deinit(&parser.probes);
	return err;
}

/* ---- the notes of a file ------------------------------------------------ */

const struct sdt_type_probe *sdt_file_types(const struct sdt_file *file,
					    const char *provider,
					    const char *name)
{
	for (size_t i = 0; i < file->type_cnt; i++) {
		const struct sdt_type_provider *types = &file->types[i];

		if (strcmp(types->name, provider))
			continue;
		for (size_t j = 0; j < types->probe_cnt; j++)
			if (!strcmp(types->probes[j].name, name))
				return &types->probes[j];
	}
	return NULL;
}

const char *sdt_file_decls(const struct sdt_file *file, const char *provider)
{
	for (size_t i = 0; i < file->type_cnt; i++)
		if (!strcmp(file->types[i].name, provider))
			return file->types[i].decls;
	return "";
}
