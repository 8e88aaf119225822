/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Format strings of printf() and printa(), split into conversions. Used by the
 * checker (arguments against conversions) and by the consumer (output).
 *
 *	"%-20s %@5d\n"  ->  { "", 's', FMT_LEFT, width 20 },
 *			    { " ", 'd', is_agg, width 5 },  tail "\n"
 */
#ifndef DTRACE_LANG_FORMAT_H
#define DTRACE_LANG_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

enum fmt_flag {
	FMT_ALT = 1,	  /* # */
	FMT_ZERO = 2,	  /* 0 */
	FMT_LEFT = 4,	  /* - */
	FMT_PLUS = 8,	  /* + */
	FMT_SPACE = 16,	  /* blank */
	FMT_GROUP = 32,	  /* ' */
	FMT_PTRWIDTH = 64, /* ?: width of a pointer in hex, 16 */
};

enum fmt_size {
	FMT_SIZE_NONE,
	FMT_SIZE_HH,
	FMT_SIZE_H,
	FMT_SIZE_L,
	FMT_SIZE_LL,
	FMT_SIZE_LDOUBLE, /* L */
	FMT_SIZE_WIDE,	  /* w: with s and c the same as l */
};

/* What argument a conversion takes. */
enum fmt_class {
	FMT_CLASS_INT,	  /* any integer, pointer too */
	FMT_CLASS_CHAR,	  /* integer of at most 4 bytes */
	FMT_CLASS_STRING, /* string or char array */
	FMT_CLASS_ADDR,	  /* pointer or integer */
	FMT_CLASS_SYM,	  /* pointer, integer, value of sym() func() mod() */
	FMT_CLASS_USYM,	  /* the same for usym() ... */
	FMT_CLASS_STACK,  /* value of stack() ustack() */
	FMT_CLASS_TIME,	  /* 8-byte integer */
	FMT_CLASS_FLOAT,
};

enum {
	FMT_NONE = -1, /* no width, no precision */
	FMT_STAR = -2, /* `*`: an int argument gives it */
};

/* Row numbers of lang/table/format_conv.def. */
enum fmt_conv_id {
#define CONV(letter, word, argument) FMT_CONV_##word,
#include "lang/table/format_conv.def"
#undef CONV
	FMT_CONV_CNT,
};

struct fmt_conv {
	const char *text; /* literal text before it, in which "%%" is one % */
	size_t text_len;
	char letter;	  /* 'd', 's' ... */
	enum fmt_conv_id id;
	enum fmt_class class;
	unsigned int flags; /* enum fmt_flag */
	int width;	    /* columns, FMT_NONE or FMT_STAR; never < -2 */
	int precision;	    /* the same */
	enum fmt_size size;
	bool is_agg;	    /* %@: the value of an aggregation */
	uint32_t begin, end; /* the conversion's bytes in the format */
};

struct fmt {
	struct fmt_conv *convs;
	size_t conv_cnt;
	const char *tail; /* literal text after the last conversion */
	size_t tail_len;
};

/*
 * Splits @len bytes of a format (without escapes) into @ret, all in @arena.
 * Returns 0, or -EINVAL with the reason in *@error_ret ("format conversion #2
 * has no letter").
 */
int fmt_parse(struct arena *arena, const char *format, size_t len,
	      struct fmt *ret, const char **error_ret);

/* Is it %lc, %wc, %ls, %ws ..., whose characters are wchar_t? */
bool fmt_is_wide(const struct fmt_conv *conv);

#endif
