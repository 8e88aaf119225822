/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * In: the text of events/sched/sched_process_exec/format. Out: the place of
 * each field in the record that a program at the event gets, and its type.
 *
 *	field:unsigned short common_type;	offset:0;	size:2;	signed:0;
 *	field:__data_loc char[] filename;	offset:8;	size:4;	signed:0;
 *	field:pid_t pid;	offset:12;	size:4;	signed:1;
 *
 * The fields of all events (common_*) are left out. The type is C text, whose
 * words are looked up in the kernel's BTF. If they are not found there, or have
 * another size, the number of bytes and the sign decide.
 *
 *	char comm[16]		16 bytes in the record: char [16]
 *	__data_loc char[] x	4 bytes: its place in the record and its
 *				length; a string. Other elements: a pointer
 *	__rel_loc char[] x	the same, counted from the end of these 4 bytes
 */
#include "runtime/provider/tracepoint/tp_fields.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "base/text/strbuf.h"
#include "runtime/kernel/tracefs.h"

/* A line of the file, split in place. */
struct line {
	char *type;  /* without the name and its brackets */
	char *name;
	bool is_array; /* [] after the name */
	uint32_t off, size_bytes;
	bool is_signed;
};

/* "offset:8;" after @text: 8. */
static uint32_t number_of(const char *text, const char *key)
{
	const char *at = strstr(text, key);

	return at ? (uint32_t)strtoul(at + strlen(key), NULL, 10) : 0;
}

/* "unsigned long args[6]" -> "unsigned long", "args"; an array. */
static void cut_name(struct line *line)
{
	char *end = line->type + strlen(line->type), *at;

	if (end > line->type && end[-1] == ']') {
		line->is_array = true;
		end = strchr(line->type, '[');
		/* the [] of __data_loc is before the name, not after it */
		*end = '\0';
	}
	at = end;
	while (at > line->type &&
	       (isalnum((unsigned char)at[-1]) || at[-1] == '_'))
		at--;
	line->name = at;
}

/* @text is one line, without its newline. */
static bool cut_line(char *text, struct line *ret)
{
	char *semicolon = strchr(text, ';');

	text += strspn(text, " \t");
	if (strncmp(text, "field:", 6) != 0 || !semicolon)
		return false;
	*semicolon++ = '\0';
	*ret = (struct line){
		.type = text + 6,
		.off = number_of(semicolon, "offset:"),
		.size_bytes = number_of(semicolon, "size:"),
		.is_signed = number_of(semicolon, "signed:"),
	};
	cut_name(ret);
	return strncmp(ret->name, "common_", 7) != 0;
}

/* ------------------------------------------------------------------- types */

/* Words of a type that do not affect the value. */
static bool is_empty_word(const char *word, size_t len)
{
	static const char *const words[] = {
		"volatile", "__user", "__rcu", "__iomem", "__seg_gs",
		"__seg_fs", "__percpu", "__force",
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (strlen(words[i]) == len && !strncmp(word, words[i], len))
			return true;
	return false;
}

/* What is before the stars. */
struct words {
	char text[128]; /* "unsigned long", "struct page", without const */
	bool is_const;
};

static void add_word(struct words *words, const char *word, size_t len)
{
	size_t have = strlen(words->text);

	if (is_empty_word(word, len))
		return;
	if (len == 5 && !strncmp(word, "const", len)) {
		words->is_const = true;
		return;
	}
	if (have + len + 2 > sizeof(words->text))
		return;
	if (have)
		words->text[have++] = ' ';
	memcpy(words->text + have, word, len);
	words->text[have + len] = '\0';
}

/* Returns the place of the first star, or the end. */
static const char *take_words(const char *text, struct words *ret)
{
	*ret = (struct words){ 0 };
	while (*text && *text != '*' && *text != '[') {
		size_t len = strcspn(text, " \t*[");

		if (len)
			add_word(ret, text, len);
		text += len ? len : 1;
	}
	return text;
}

static const struct type *sized_int(struct type_table *types,
				    uint32_t size_bytes, bool is_signed)
{
	switch (size_bytes) {
	case 1:
		return type_base(types, is_signed ? BASE_CHAR : BASE_UCHAR);
	case 2:
		return type_base(types, is_signed ? BASE_SHORT : BASE_USHORT);
	case 4:
		return type_base(types, is_signed ? BASE_INT : BASE_UINT);
	case 8:
		return type_base(types, is_signed ? BASE_LONG : BASE_ULONG);
	}
	return NULL;
}

/* "unsigned long" is a type; BTF has it as "long unsigned int". */
static const struct type *plain_int(struct type_table *types, const char *text)
{
	static const struct {
		const char *text;
		enum type_base base;
	} rows[] = {
		{ "void", BASE_VOID },
		{ "char", BASE_CHAR },
		{ "signed char", BASE_SCHAR },
		{ "unsigned char", BASE_UCHAR },
		{ "short", BASE_SHORT },
		{ "short int", BASE_SHORT },
		{ "unsigned short", BASE_USHORT },
		{ "int", BASE_INT },
		{ "unsigned", BASE_UINT },
		{ "unsigned int", BASE_UINT },
		{ "long", BASE_LONG },
		{ "long int", BASE_LONG },
		{ "unsigned long", BASE_ULONG },
		{ "unsigned long int", BASE_ULONG },
		{ "long long", BASE_LLONG },
		{ "unsigned long long", BASE_ULLONG },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (!strcmp(rows[i].text, text))
			return type_base(types, rows[i].base);
	return NULL;
}

static const struct type *base_type(struct type_table *types,
				    const struct words *words)
{
	static const struct {
		const char *word;
		enum type_kind kind;
	} tags[] = {
		{ "struct ", TYPE_STRUCT },
		{ "union ", TYPE_UNION },
		{ "enum ", TYPE_ENUM },
	};
	const struct type *type = NULL;
	const char *text = words->text;

	for (size_t i = 0; i < sizeof(tags) / sizeof(*tags); i++) {
		size_t len = strlen(tags[i].word);

		if (!strncmp(text, tags[i].word, len) && text[len])
			type = type_tagged(types, tags[i].kind, text + len);
	}
	if (!type)
		type = plain_int(types, text);
	if (!type && *text && !strchr(text, ' '))
		type = type_find(types, NULL, text);
	return type && words->is_const ?
		       type_qualified(types, type, QUAL_CONST) : type;
}

/* "const char *" as a type, or NULL if it is not known. */
static const struct type *text_type(struct type_table *types, const char *text)
{
	struct words words;
	const struct type *type;

	text = take_words(text, &words);
	type = base_type(types, &words);
	if (!type && *text == '*')
		type = type_base(types, BASE_VOID);
	for (; type && *text; text++)
		if (*text == '*')
			type = type_pointer(types, type);
	return type;
}

/* ------------------------------------------------------------------ fields */

static bool take_prefix(const char **text, const char *prefix)
{
	size_t len = strlen(prefix);

	if (strncmp(*text, prefix, len) != 0)
		return false;
	*text += len;
	return true;
}

static void pointer_field(struct type_table *types, const struct type *native,
			  const struct type *shown, struct tp_field *ret)
{
	ret->native = native;
	ret->type_text = type_text(types->arena, shown);
	ret->arg.size_bytes = 8;
}

/* An array somewhere in the record; @elem is NULL if its type is unknown. */
static void located_field(struct type_table *types, const struct type *elem,
			  bool is_relative, struct tp_field *ret)
{
	const struct type *pointer;

	if (!elem)
		elem = type_base(types, BASE_UCHAR);
	pointer = type_pointer(types, elem);
	ret->arg.kind = ABI_ARG_LOCATED;
	ret->arg.value = is_relative ? ret->arg.ctx_off + 4 : 0;
	pointer_field(types, pointer,
		      type_resolve(elem) == type_base(types, BASE_CHAR) ?
			      type_base(types, BASE_STRING) : pointer, ret);
}

/* Anything that is not a number is passed as its address. */
static void inner_field(struct type_table *types, const struct type *type,
			struct tp_field *ret)
{
	ret->arg.kind = ABI_ARG_INNER;
	pointer_field(types, type_pointer(types, type), type, ret);
}

static void array_field(struct type_table *types, const struct line *line,
			const struct type *elem, struct tp_field *ret)
{
	uint64_t elem_bytes = elem ? type_size_bytes(elem) : 0;

	if (!elem_bytes || line->size_bytes % elem_bytes) {
		elem = type_base(types, BASE_UCHAR);
		elem_bytes = 1;
	}
	if (line->size_bytes) {
		inner_field(types, type_array(types, elem, line->size_bytes /
							   elem_bytes), ret);
		return;
	}
	/* the rest of the record */
	ret->arg.kind = ABI_ARG_INNER;
	elem = type_pointer(types, elem);
	pointer_field(types, elem, elem, ret);
}

static void number_field(struct type_table *types, const struct line *line,
			 const struct type *type, struct tp_field *ret)
{
	uint32_t size_bytes = line->size_bytes;

	/*
	 * arguments of system calls have 8 bytes, and a call reads a part of
	 * them
	 */
	if (type && type_is_integer(type) && size_bytes == 8 &&
	    type_size_bytes(type) < size_bytes)
		size_bytes = (uint32_t)type_size_bytes(type);
	if (!type || !type_is_scalar(type) ||
	    type_size_bytes(type) != size_bytes)
		type = sized_int(types, size_bytes, line->is_signed);
	ret->native = type;
	ret->type_text = type_text(types->arena, type);
	ret->arg.kind = ABI_ARG_FIELD;
	ret->arg.size_bytes = (uint8_t)size_bytes;
	ret->arg.is_signed = type_is_signed(type);
	if (line->off % line->size_bytes) {
		ret->arg.kind = ABI_ARG_BAD;
		ret->arg.why = "it is not aligned in the record";
	}
}

static struct tp_field field_of(struct type_table *types,
				const struct line *line)
{
	struct tp_field field = { .arg.ctx_off = (int16_t)line->off };
	const char *text = line->type;
	bool is_relative = take_prefix(&text, "__rel_loc ");
	bool is_located = is_relative || take_prefix(&text, "__data_loc ");
	const struct type *type;

	line->name[0] = '\0'; /* the type ends there */
	type = text_type(types, text);
	if (is_located)
		located_field(types, type, is_relative, &field);
	else if (line->is_array)
		array_field(types, line, type, &field);
	else if (sized_int(types, line->size_bytes, false))
		number_field(types, line, type, &field);
	else if (type && type_size_bytes(type) == line->size_bytes)
		inner_field(types, type, &field);
	else
		array_field(types, line, NULL, &field);
	return field;
}

size_t tp_fields_parse(struct type_table *types, char *text,
		       struct tp_field *ret, size_t max)
{
	char *next;
	size_t cnt = 0;

	for (; text && cnt < max; text = next) {
		struct line line;

		next = strchr(text, '\n');
		if (next)
			*next++ = '\0';
		if (cut_line(text, &line) && line.off <= INT16_MAX)
			ret[cnt++] = field_of(types, &line);
	}
	return cnt;
}

size_t tp_fields_read(struct type_table *types, const char *group,
		      const char *name, struct tp_field *ret, size_t max)
{
	_cleanup_free_ char *path =
		xasprintf("events/%s/%s/format", group, name);
	_cleanup_free_ char *text = NULL;
	size_t len;

	if (kern_fs_read(KERN_TRACEFS, path, &text, &len))
		return 0;
	return tp_fields_parse(types, text, ret, max);
}
