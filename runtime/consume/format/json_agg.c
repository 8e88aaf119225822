// SPDX-License-Identifier: BSD-2-Clause
/*
 * The line of an aggregation without its keys: type and value. Its members are
 * sufficient to add the values of several runs, and to print them in columns
 * (cmd/merge).
 */
#include "runtime/consume/format/json_agg.h"

#include <string.h>

#include "lang/check/checker.h"
#include "runtime/consume/format/json.h"

/* -------------------------------------------------------------------- type */

static const struct key_type {
	const char *word;
	enum rec_kind kind;
	uint32_t size_bytes; /* 0: any */
	bool is_signed;
} key_types[] = {
	{ "int8", REC_INT, 1, true },	    { "uint8", REC_INT, 1, false },
	{ "int16", REC_INT, 2, true },	    { "uint16", REC_INT, 2, false },
	{ "int32", REC_INT, 4, true },	    { "uint32", REC_INT, 4, false },
	{ "int64", REC_INT, 8, true },	    { "uint64", REC_INT, 8, false },
	{ "string", REC_STRING, 0, false }, { "sym", REC_SYM, 0, false },
	{ "mod", REC_MOD, 0, false },	    { "usym", REC_USYM, 0, false },
	{ "umod", REC_UMOD, 0, false },	    { "uaddr", REC_UADDR, 0, false },
	{ "stack", REC_STACK, 0, false },   { "ustack", REC_USTACK, 0, false },
	{ "bytes", REC_BYTES, 0, false },
};

enum { KEY_TYPE_CNT = sizeof(key_types) / sizeof(key_types[0]) };

static const char *key_word(const struct rec_field *key)
{
	for (size_t i = 0; i < KEY_TYPE_CNT; i++)
		if (key_types[i].kind == key->kind &&
		    (!key_types[i].size_bytes ||
		     (key_types[i].size_bytes == key->size_bytes &&
		      key_types[i].is_signed == key->is_signed)))
			return key_types[i].word;
	return "bytes";
}

bool json_key_type(const char *word, struct rec_field *ret)
{
	for (size_t i = 0; i < KEY_TYPE_CNT; i++) {
		if (strcmp(key_types[i].word, word) != 0)
			continue;
		*ret = (struct rec_field){
			.kind = key_types[i].kind,
			.size_bytes = key_types[i].size_bytes,
			.is_signed = key_types[i].is_signed,
		};
		return true;
	}
	return false;
}

size_t json_agg_param_cnt(enum agg_func func)
{
	return func == AGG_lquantize ? 3 : func == AGG_llquantize ? 4 : 0;
}

void json_put_agg_type(enum agg_func func, const int64_t *params,
		       const struct rec_field *keys, size_t key_cnt,
		       struct strbuf *out)
{
	json_member_string("function", agg_func_name(func), out);
	for (size_t i = 0; i < json_agg_param_cnt(func); i++) {
		strbuf_puts(out, i ? "," : ",\"params\":[");
		json_put_int(params[i], out);
	}
	if (json_agg_param_cnt(func))
		strbuf_putc(out, ']');
	for (size_t i = 0; i < key_cnt; i++) {
		strbuf_puts(out, i ? "," : ",\"types\":[");
		json_put_string(key_word(&keys[i]), out);
	}
	if (key_cnt)
		strbuf_putc(out, ']');
}

/* ------------------------------------------------------------------- value */

/* A sum of squares: two words, as a string, since it may exceed 64 bits. */
static void put_wide(const char *key, uint64_t low, uint64_t high,
		     struct strbuf *out)
{
	unsigned __int128 value = (unsigned __int128)high << 64 | low;
	char text[48], *p = text + sizeof(text) - 1;

	*p = '\0';
	do {
		*--p = (char)('0' + (int)(value % 10));
		value /= 10;
	} while (value);
	json_member_string(key, p, out);
}

static void put_scalar(const char *key, const struct agg_value *value,
		       struct strbuf *out)
{
	if (value->ops->is_signed)
		json_member_int(key, (int64_t)value->ops->scalar(value), out);
	else
		json_member_uint(key, value->ops->scalar(value), out);
}

static void put_buckets(const struct agg_value *value, struct strbuf *out)
{
	uint32_t cnt = value->ops->bucket_cnt(value);
	bool is_first = true;

	strbuf_puts(out, ",\"buckets\":[");
	for (uint32_t i = 0; i < cnt; i++) {
		struct agg_bucket bucket;

		value->ops->bucket(value, i, &bucket);
		if (!bucket.count)
			continue;
		strbuf_puts(out, is_first ? "{\"from\":" : ",{\"from\":");
		is_first = false;
		if (bucket.is_below)
			strbuf_puts(out, "null");
		else
			json_put_int(bucket.from, out);
		strbuf_puts(out, ",\"to\":");
		if (bucket.is_above)
			strbuf_puts(out, "null");
		else
			json_put_int(bucket.to, out);
		json_member_int("count", bucket.count, out);
		strbuf_putc(out, '}');
	}
	strbuf_putc(out, ']');
}

/*
 * The members of a value: "value":3, and those that are needed to add several.
 */
void json_put_agg_value(enum agg_func func, const struct agg_value *value,
			struct strbuf *out)
{
	struct agg_value raw = *value;

	if (value->normal != 1)
		json_member_uint("normal", value->normal, out);
	if (!value->ops->scalar) {
		put_buckets(value, out);
		return;
	}
	put_scalar("value", value, out);
	if (func == AGG_avg || func == AGG_stddev) {
		json_member_uint("count", value->words[0], out);
		json_member_int("sum", (int64_t)value->words[1], out);
	}
	if (func == AGG_stddev)
		put_wide("squares", value->words[2], value->words[3], out);
	if ((func == AGG_min || func == AGG_max) && !value->words[0] &&
	    !value->words[1])
		strbuf_puts(out, ",\"empty\":true");
	raw.normal = 1;
	if (value->normal != 1)
		put_scalar("raw", &raw, out);
}
