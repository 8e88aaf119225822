/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * A part of lib.bpf.c: finds one value of a JSON text by its path.
 *
 * One turn of the loop handles one character. All state is in scratch memory,
 * about whose contents the verifier knows nothing: so all paths through a turn
 * end in the same state, and it checks each turn once.
 */
#ifndef DTRACE_RUNTIME_BPF_LIB_JSON_BPF_H
#define DTRACE_RUNTIME_BPF_LIB_JSON_BPF_H

#include "runtime/bpf/lib.bpf.h"

/* What is expected next. Zero is the beginning. */
enum json_mode {
	JSON_TEXT,    /* the outermost object or array */
	JSON_KEY,     /* the key of a member */
	JSON_COLON,
	JSON_VALUE,
	JSON_COMMA,   /* or the end, if nothing more is searched */
	JSON_STRING,  /* more of a string */
	JSON_ESCAPE,  /* the character after a backslash */
	JSON_HEX,     /* digits after \u */
	JSON_NUMBER,  /* more of a number */
	JSON_WORD,    /* more of true, false, null */
	/* in an object or array that is skipped or is the result */
	JSON_INSIDE,
	JSON_INDEX,   /* more of a number in the path */
};

/* The role of a string. */
enum json_string { JSON_STRING_VALUE, JSON_STRING_KEY, JSON_STRING_INSIDE };

/*
 * The first two members are arguments, the last two the result; all are zero at
 * the start.
 */
struct json_state {
	word text, path;  /* offsets of the strings */
	word at;	  /* position in the text */
	/* in the path: the element, and how much of it has matched */
	word elem, pos;
	word is_other;	  /* the key differs from the element */
	word next;	  /* next element of the path; 0: none */
	word mode, string;
	word is_array;	  /* the element is searched in an array */
	word idx;	  /* elements still to skip */
	word is_found;	  /* the value is the element's */
	word braces, brackets; /* open ones in JSON_INSIDE */
	word digits;	  /* remaining digits of \u */
	word number;	  /* state of parsing a number */
	word begin, len;
};

enum json_result { JSON_MORE, JSON_DONE, JSON_FAILED };

static inline word json_is_blank(word c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Does an element of the path end before @c? */
static inline word json_is_elem_end(word c)
{
	return !c || c == '.' || c == '[' || c == ']';
}

/* Ends the element: finds where the next one begins, if there is one. */
static inline long json_elem_ends(struct json_state *s)
{
	word end = s->elem + s->pos;
	const char *p = AT(s->path + end, JSON_FAILED);

	end += *p == ']';
	p = AT(s->path + end, JSON_FAILED);
	s->next = *p ? end + 1 : 0;
	return JSON_MORE;
}

/* Enters the element's object or array, to search the next element. */
static inline long json_enter(struct json_state *s, word c)
{
	s->pos = s->is_other = s->idx = s->is_found = 0;
	s->is_array = c == '[';
	s->mode = c == '[' ? JSON_INDEX : JSON_KEY;
	return JSON_MORE;
}

/* Ends a value before @end. */
static inline long json_value_ends(struct json_state *s, word end)
{
	s->mode = JSON_COMMA;
	if (!s->is_found)
		return JSON_MORE;
	if (s->next)
		return JSON_FAILED; /* it contains nothing */
	s->len = end - s->begin;
	return JSON_DONE;
}

static inline long json_text(struct json_state *s, word c)
{
	if (json_is_blank(c))
		return JSON_MORE;
	if (c != '{' && c != '[')
		return JSON_FAILED;
	s->elem = *AT(s->path, JSON_FAILED) == '[';
	return json_enter(s, c);
}

static inline long json_key(struct json_state *s, word c)
{
	if (json_is_blank(c))
		return JSON_MORE;
	if (c != '"')
		return JSON_FAILED; /* also at the end of the object */
	s->pos = s->is_other = 0;
	s->string = JSON_STRING_KEY;
	s->mode = JSON_STRING;
	return JSON_MORE;
}

static inline long json_colon(struct json_state *s, word c)
{
	if (json_is_blank(c))
		return JSON_MORE;
	s->mode = JSON_VALUE;
	return c == ':' ? JSON_MORE : JSON_FAILED;
}

static inline long json_comma(struct json_state *s, word c)
{
	if (json_is_blank(c))
		return JSON_MORE;
	if (c != ',')
		return JSON_FAILED;
	s->mode = s->is_array ? JSON_VALUE : JSON_KEY;
	s->idx -= s->is_array;
	s->is_found = s->is_array && !s->idx;
	return JSON_MORE;
}

/* Handles an array index in the path. */
static inline long json_index(struct json_state *s)
{
	word c = (unsigned char)*AT(s->path + s->elem + s->pos, JSON_FAILED);

	if (c - '0' < 10) {
		s->idx = s->idx * 10 + (c - '0');
		s->pos++;
		return s->pos < 10 ? JSON_MORE : JSON_FAILED;
	}
	if (!json_is_elem_end(c) || !s->pos)
		return JSON_FAILED;
	s->is_found = !s->idx;
	s->mode = JSON_VALUE;
	return json_elem_ends(s);
}

/* Compares another character of a key. */
static inline long json_compare(struct json_state *s, word c)
{
	word own = (unsigned char)*AT(s->path + s->elem + s->pos, JSON_FAILED);

	s->is_other |= own != c || json_is_elem_end(own);
	s->pos += own == c;
	return JSON_MORE;
}

static inline long json_key_ends(struct json_state *s)
{
	word c = (unsigned char)*AT(s->path + s->elem + s->pos, JSON_FAILED);

	s->is_other |= !json_is_elem_end(c);
	s->is_found = !s->is_other;
	s->mode = JSON_COLON;
	return json_elem_ends(s);
}

static inline long json_string(struct json_state *s, word c)
{
	if (c == '"') {
		if (s->string == JSON_STRING_KEY)
			return json_key_ends(s);
		if (s->string == JSON_STRING_VALUE)
			return json_value_ends(s, s->at);
		s->mode = JSON_INSIDE;
		return JSON_MORE;
	}
	if (c == '\\')
		s->mode = JSON_ESCAPE;
	return s->string == JSON_STRING_KEY ? json_compare(s, c) : JSON_MORE;
}

static inline long json_escape(struct json_state *s, word c)
{
	s->mode = c == 'u' ? JSON_HEX : JSON_STRING;
	s->digits = 4;
	return s->string == JSON_STRING_KEY ? json_compare(s, c) : JSON_MORE;
}

static inline long json_hex(struct json_state *s, word c)
{
	if (c - '0' >= 10 && (c | 0x20) - 'a' >= 6)
		return JSON_FAILED;
	if (!--s->digits)
		s->mode = JSON_STRING;
	return s->string == JSON_STRING_KEY ? json_compare(s, c) : JSON_MORE;
}

/*
 * State transitions of a number, four bits each: 0 start, 1 sign, 2 zero, 3
 * digits, 4 point, 5 digits after the point, 6 e, 7 sign of the exponent, 8 its
 * digits, 15 not a number.
 */
#define JSON_STEPS(a, b, c, d, e, f, g, h, i)                            \
	((a) | (b) << 4 | (c) << 8 | (d) << 12 | (e) << 16 | (f) << 20 | \
	 (g) << 24 | (h) << 28 | (i) << 32 | 0xffffffful << 36)

static inline word json_number_steps(word c)
{
	if (c == '0')
		return JSON_STEPS(2ul, 2ul, 15ul, 3ul, 5ul, 5ul, 8ul, 8ul, 8ul);
	if (c - '0' < 10)
		return JSON_STEPS(3ul, 3ul, 15ul, 3ul, 5ul, 5ul, 8ul, 8ul, 8ul);
	if (c == '.')
		return JSON_STEPS(15ul, 15ul, 4ul, 4ul, 15ul, 15ul, 15ul, 15ul,
				  15ul);
	if (c == 'e' || c == 'E')
		return JSON_STEPS(15ul, 15ul, 6ul, 6ul, 15ul, 6ul, 15ul, 15ul,
				  15ul);
	if (c == '-')
		return JSON_STEPS(1ul, 15ul, 15ul, 15ul, 15ul, 15ul, 7ul, 15ul,
				  15ul);
	if (c == '+')
		return JSON_STEPS(15ul, 15ul, 15ul, 15ul, 15ul, 15ul, 7ul, 15ul,
				  15ul);
	return 0;
}

/* May a number or a word end before @c? */
static inline word json_is_end(word c)
{
	return json_is_blank(c) || c == ',' || c == '}' || c == ']';
}

/* Handles the character after a number or word again. */
static inline long json_scalar_ends(struct json_state *s, word c)
{
	word end = s->at;

	s->at--;
	return json_is_end(c) ? json_value_ends(s, end) : JSON_FAILED;
}

static inline long json_number(struct json_state *s, word c)
{
	word steps = json_number_steps(c);

	if (steps) {
		s->number = steps >> (s->number & 15) * 4 & 15;
		return JSON_MORE;
	}
	if (!(0x12c >> s->number & 1)) /* 2, 3, 5, 8 */
		return JSON_FAILED;
	return json_scalar_ends(s, c);
}

static inline long json_word(struct json_state *s, word c)
{
	const word null = 'n' | 'u' << 8 | 'l' << 16 | (word)'l' << 24;
	const word true_ = 't' | 'r' << 8 | 'u' << 16 | (word)'e' << 24;
	const word false_ = 'f' | 'a' << 8 | 'l' << 16 | (word)'s' << 24 |
			    (word)'e' << 32;
	word len = s->at - s->begin, text;

	if (c - 'a' < 26)
		return JSON_MORE;
	text = *(const word *)AT(s->text + s->begin, JSON_FAILED);
	if (len == 5 ? (text & 0xfffffffffful) != false_ :
		       len != 4 || ((text & 0xfffffffful) != null &&
				    (text & 0xfffffffful) != true_))
		return JSON_FAILED;
	return json_scalar_ends(s, c);
}

static inline long json_inside(struct json_state *s, word c)
{
	if (c == '"') {
		s->string = JSON_STRING_INSIDE;
		s->mode = JSON_STRING;
	}
	s->braces += c == '{';
	s->brackets += c == '[';
	if ((c == '}' && !s->braces) || (c == ']' && !s->brackets))
		return JSON_FAILED;
	s->braces -= c == '}';
	s->brackets -= c == ']';
	return s->braces | s->brackets ? JSON_MORE :
					 json_value_ends(s, s->at + 1);
}

static inline long json_value(struct json_state *s, word c)
{
	if (json_is_blank(c))
		return JSON_MORE;
	s->begin = s->at;
	if (c == '"') {
		s->begin++;
		s->string = JSON_STRING_VALUE;
		s->mode = JSON_STRING;
	} else if (c == '{' || c == '[') {
		if (s->is_found && s->next) {
			s->elem = s->next;
			return json_enter(s, c);
		}
		s->braces = c == '{';
		s->brackets = c == '[';
		s->mode = JSON_INSIDE;
	} else if (c == '-' || c - '0' < 10) {
		s->number = 0;
		s->mode = JSON_NUMBER;
		return json_number(s, c);
	} else if (c - 'a' < 26) {
		s->mode = JSON_WORD;
	} else {
		return JSON_FAILED;
	}
	return JSON_MORE;
}

static inline long json_turn(struct json_state *s, word c)
{
	switch (s->mode) {
	case JSON_TEXT:
		return json_text(s, c);
	case JSON_KEY:
		return json_key(s, c);
	case JSON_COLON:
		return json_colon(s, c);
	case JSON_VALUE:
		return json_value(s, c);
	case JSON_COMMA:
		return json_comma(s, c);
	case JSON_STRING:
		return json_string(s, c);
	case JSON_ESCAPE:
		return json_escape(s, c);
	case JSON_HEX:
		return json_hex(s, c);
	case JSON_NUMBER:
		return json_number(s, c);
	case JSON_WORD:
		return json_word(s, c);
	case JSON_INSIDE:
		return json_inside(s, c);
	default:
		return JSON_FAILED;
	}
}

/*
 * Finds the value that the path selects: s->len bytes from s->begin, or none.
 */
LIB(json_some) long json_some(word state)
{
	struct json_state *s = (struct json_state *)AT(state, JSON_FAILED);

	for (long i = 0; i < JSON_SOME_TURNS; i++) {
		long result;

		if (s->mode == JSON_INDEX) {
			result = json_index(s);
		} else {
			word c = (unsigned char)*AT(s->text + s->at,
						    JSON_FAILED);

			result = c ? json_turn(s, c) : JSON_FAILED;
			s->at++;
		}
		if (result)
			return result;
	}
	return JSON_MORE;
}

LIB(json_find) long json_find(word state)
{
	for (long i = 0; i < JSON_STEP_TURNS / JSON_SOME_TURNS; i++) {
		long result = json_some(state);

		if (result)
			return result;
	}
	return JSON_MORE;
}

#endif
