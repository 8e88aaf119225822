/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * The in-kernel library: functions that generated code calls. It is built once
 * with clang -target bpf, converted to a table by embed.c, and linked to a
 * program by runtime/kernel/program/link_lib.c if the program calls it.
 *
 * Every function here is global: the verifier checks it once, separately, for
 * any arguments, and not again at each call. Therefore arguments and results
 * are scalars, and the verifier knows only their types. There is no data, only
 * code, which is relocated only against other functions of lib.def and the
 * symbols of lib.bpf.h.
 *
 * Strings are passed as offsets into the scratch map. A function handles up to
 * SCRATCH_STEP bytes; generated code calls again for a string that can be
 * longer. Loops count with numbers that the verifier knows, and keep values
 * that depend on data out of conditions, or in memory: then all paths through
 * one turn are the same to the verifier, and their number does not multiply.
 * Its work grows with the square of the turns, because it compares each with
 * all earlier ones: so a loop of 256 turns is one of 128 in a function of its
 * own, called twice, or 32 turns of 8 bytes each. A function and the one that
 * it calls have 64 bytes of stack together.
 */
#include <linux/bpf.h>

#include "runtime/bpf/lib.bpf.h"

/*
 * Bucket of a value in quantize(): 63 is zero, 64 + n holds values from 2^n up
 * to 2^(n+1) - 1, 62 - n those from -2^n down; 0 and 126 are the ends.
 */
LIB(quantize) long quantize(long value)
{
	unsigned long rest =
		value < 0 ? 0 - (unsigned long)value : (unsigned long)value;
	long bit = 0;

	if (value == 0)
		return 63;
	for (int step = 32; step; step >>= 1) {
		int shift = rest >> step ? step : 0;

		rest >>= shift;
		bit += shift;
	}
	/* -2^63 has a power of its own, one beyond the last bucket of 2^62 */
	if (value > 0)
		return 64 + bit;
	return bit > 62 ? 0 : 62 - bit;
}

/*
 * Why a process ended, from its exit code as in wait(2): the signal is in the
 * low 7 bits, the next bit says that it dumped core.
 */
LIB(exit_reason) long exit_reason(long code)
{
	if (!(code & 0x7f))
		return 1; /* CLD_EXITED */
	return code & 0x80 ? 3 : 2; /* CLD_DUMPED, CLD_KILLED */
}

/* Solaris's number of the trap that caused a signal: FLTILL 1 ... FLTFPE 9. */
LIB(fault_number) long fault_number(long sig)
{
	switch (sig) {
	case 4:
		return 1; /* SIGILL: FLTILL */
	case 5:
		return 3; /* SIGTRAP: FLTBPT */
	case 7:
		return 5; /* SIGBUS: FLTACCESS */
	case 8:
		return 9; /* SIGFPE: FLTFPE */
	default:
		return 6; /* SIGSEGV: FLTBOUNDS */
	}
}

LIB(page_cnt) long page_cnt(long bytes)
{
	return (bytes + 4095) >> 12;
}

LIB(quotient) unsigned long quotient(unsigned long a, unsigned long b)
{
	return a / b;
}

LIB(modulus) unsigned long modulus(unsigned long a, unsigned long b)
{
	return a % b;
}

/*
 * Brings in pages of the current process: reads one byte of each page of @addr
 * .. @addr + @len_bytes - 1, up to FAULT_IN_PAGE_MAX pages. Sleeps. Returns 0,
 * or -EFAULT at the first page that does not exist.
 */
LIB(fault_in) long fault_in(unsigned long addr, unsigned long len_bytes)
{
	unsigned long page = addr & ~(PAGE_BYTES - 1UL);
	unsigned long end = addr + len_bytes;
	long err = 0;

	if (len_bytes == 0)
		end = addr + 1;
	for (int i = 0; i < FAULT_IN_PAGE_MAX && !err; i++) {
		char byte;
		unsigned long at = i ? page : addr;

		if (i && page >= end)
			break;
		err = bpf_copy_from_user(&byte, 1, (const void *)at);
		page += PAGE_BYTES;
	}
	return err;
}

/* ---------------------------------------------------------------- strings */

#define BYTES(byte) ((byte)*0x0101010101010101UL)

/*
 * Returns a mask of the first @len bytes of a word: none below 1, all from 8
 * on. It has no condition, which would split the verifier's path in each turn
 * of a loop.
 */
static inline word mask_of(long len)
{
	long below_8 = (len - 8) >> 63, below_1 = (len - 1) >> 63;

	HIDE(below_8);
	HIDE(below_1);
	return (word)~below_8 | (((1UL << (len & 7) * 8) - 1) & (word)~below_1);
}

/* 1 for 0, else 0. */
static inline word is_zero(word w)
{
	word result = (~w & (w - 1)) >> 63;

	HIDE(result);
	return result;
}

/* Sets the highest bit of each byte that is 0. */
static inline word zero_bytes(word w)
{
	word low = (w & BYTES(0x7fUL)) + BYTES(0x7fUL);

	return ~(low | w | BYTES(0x7fUL));
}

/* Returns the index of the first byte marked in @marks, which is not 0. */
static inline long first_mark(word marks)
{
	/* bytes that have a bit below the lowest mark */
	marks = (marks - 1) & ~marks & BYTES(1UL);
	return (long)(marks * BYTES(1UL) >> 56) - 1;
}

static inline long last_mark(word marks)
{
	/* all bytes up to the highest mark */
	marks |= marks >> 8;
	marks |= marks >> 16;
	marks |= marks >> 32;
	marks = marks >> 7 & BYTES(1UL);
	return (long)(marks * BYTES(1UL) >> 56) - 1;
}

/*
 * Returns the length of the string at @str, or SCRATCH_STEP if it does not end
 * there.
 */
LIB(str_len) long str_len(word str)
{
	const char *p = AT(str, 0);

	for (long i = 0; i < SCRATCH_WORDS; i++) {
		word w = *(const word *)(p + i * 8);
		word ends = (w - BYTES(1UL)) & ~w & BYTES(0x80UL);

		if (ends)
			return i * 8 + first_mark(ends);
	}
	return SCRATCH_STEP;
}

/*
 * Puts @len bytes of @src at position @at of @dst, which has @bytes bytes (a
 * multiple of 8, as @dst is), and pads it with NULs to the end. Writes up to
 * position (@at & ~7) + SCRATCH_STEP. A negative @len counts as 0.
 */
LIB(str_put) long str_put(word dst, long bytes, long at, word src, long len)
{
	word head = at & 7, to = dst + (word)at - head, from = src - head;
	long left = bytes - at + (long)head;
	char *p = AT(to, 0);
	const char *q = AT(from, 0);
	word keep = (1UL << head * 8) - 1;

	len += (long)head;
	for (long i = 0; i < SCRATCH_WORDS; i++, len -= 8) {
		word w;

		if (i * 8 >= left)
			break;
		w = *(const word *)(q + i * 8) & mask_of(len) & ~keep;
		*(word *)(p + i * 8) = w | (*(word *)(p + i * 8) & keep);
		keep = 0;
	}
	return 0;
}

/* Are the @len bytes at @a and @b equal? Compares at most @word_cnt words. */
static inline long is_same(word a, word b, long len, long word_cnt)
{
	const char *p = AT(a, 0), *q = AT(b, 0);

	for (long i = 0; i < word_cnt; i++) {
		word x = *(const word *)(p + i * 8);

		if (i * 8 >= len)
			break;
		x ^= *(const word *)(q + i * 8);
		x &= mask_of(len - i * 8);
		HIDE(x);
		if (x)
			return 0;
	}
	return 1;
}

LIB(str_same) long str_same(word a, word b, long len)
{
	return is_same(a, b, len, SCRATCH_WORDS);
}

LIB(str_same_long) long str_same_long(word a, word b, long len)
{
	return is_same(a, b, len, STR_SAME_WORDS);
}

/*
 * Returns the first position below @cnt of @byte in @str, or -1. Here and
 * below, @cnt is at most SCRATCH_STEP.
 */
LIB(byte_find) long byte_find(word str, long cnt, word byte)
{
	const char *p = AT(str, -1);

	for (long i = 0; i < SCRATCH_WORDS; i++) {
		word marks;

		if (i * 8 >= cnt)
			break;
		marks = zero_bytes(*(const word *)(p + i * 8) ^ BYTES(byte));
		marks &= mask_of(cnt - i * 8);
		HIDE(marks);
		if (marks)
			return i * 8 + first_mark(marks);
	}
	return -1;
}

/*
 * Returns the last position of @byte; if all bits of @flip are set, of any
 * other byte.
 */
static inline long last_byte(word str, long cnt, word byte, word flip)
{
	long at = (cnt - 1) & ~7L;

	for (long i = 0; i < SCRATCH_WORDS; i++, at -= 8) {
		word marks;

		if (at < 0)
			break;
		marks = *(const word *)AT(str + (word)at, -1) ^ BYTES(byte);
		marks = zero_bytes(marks) ^ (flip & BYTES(0x80UL));
		marks &= mask_of(cnt - at);
		HIDE(marks);
		if (marks)
			return at + last_mark(marks);
	}
	return -1;
}

LIB(byte_rfind) long byte_rfind(word str, long cnt, word byte)
{
	return last_byte(str, cnt, byte, 0);
}

/*
 * Returns the first position below @cnt, which is at most FIND_STEP, where the
 * bytes in @str under @mask equal the word, or -1.
 */
LIB(word_find) long word_find(word str, long cnt, word w, word mask)
{
	const char *p = AT(str, -1);

	for (long i = 0; i < FIND_STEP; i++) {
		if (i >= cnt)
			break;
		if (!((*(const word *)(p + i) ^ w) & mask))
			return i;
	}
	return -1;
}

/* Returns the last position, of the last FIND_STEP ones. */
LIB(word_rfind) long word_rfind(word str, long cnt, word w, word mask)
{
	for (long i = 1; i <= FIND_STEP; i++) {
		const char *p;

		if (i > cnt)
			break;
		p = AT(str + (word)cnt - (word)i, -1);
		if (!((*(const word *)p ^ w) & mask))
			return cnt - i;
	}
	return -1;
}

/*
 * Returns the first position below @cnt, which is at most FIND_STEP, of @sub,
 * or -1. @sub has room for more than 8 bytes and up to SCRATCH_STEP.
 */
LIB(str_find) long str_find(word str, long cnt, word sub, long sub_len)
{
	word mask = mask_of(sub_len);
	word first = *(const word *)AT(sub, -1) & mask;
	long at = 0;

	for (long i = 0; i < FIND_STEP; i++, at++) {
		long next = word_find(str + (word)at, cnt - at, first, mask);

		if (next < 0)
			break;
		at += next;
		if (str_same(str + (word)at, sub, sub_len))
			return at;
	}
	return -1;
}

/* Returns the last position, of the last FIND_STEP ones. */
LIB(str_rfind) long str_rfind(word str, long cnt, word sub, long sub_len)
{
	for (long i = 1; i <= FIND_STEP; i++) {
		if (i > cnt)
			break;
		if (str_same(str + (word)(cnt - i), sub, sub_len))
			return cnt - i;
	}
	return -1;
}

/* The same two functions for a @sub of up to STR_SAME_WORDS words. */
LIB(str_find_long)
long str_find_long(word str, long cnt, word sub, long sub_len)
{
	for (long i = 0; i < FIND_STEP; i++) {
		if (i >= cnt)
			break;
		if (str_same_long(str + (word)i, sub, sub_len))
			return i;
	}
	return -1;
}

LIB(str_rfind_long)
long str_rfind_long(word str, long cnt, word sub, long sub_len)
{
	for (long i = 1; i <= FIND_STEP; i++) {
		if (i > cnt)
			break;
		if (str_same_long(str + (word)(cnt - i), sub, sub_len))
			return cnt - i;
	}
	return -1;
}

/* Flips the case of the letters @first to @first + 25 in @bytes bytes. */
LIB(str_flip_case) long str_flip_case(word str, long bytes, word first)
{
	char *p = AT(str, 0);
	word from = BYTES(0x80 - first), behind = BYTES(0x80 - 26 - first);

	for (long i = 0; i < SCRATCH_WORDS; i++) {
		word w, low;

		if (i * 8 >= bytes)
			break;
		w = *(word *)(p + i * 8);
		low = w & BYTES(0x7fUL);
		/* the top bits of the sums show which bytes reach a bound */
		low = (low + from) ^ (low + behind);
		*(word *)(p + i * 8) = w ^ ((low & ~w & BYTES(0x80UL)) >> 2);
	}
	return 0;
}

/* Replaces NULs among the first @len bytes by blanks. */
LIB(str_unnul) long str_unnul(word str, long len)
{
	char *p = AT(str, 0);

	for (long i = 0; i < SCRATCH_WORDS; i++) {
		word w;

		if (i * 8 >= len)
			break;
		w = *(word *)(p + i * 8);
		/* 0x80 becomes 0x20 */
		w |= zero_bytes(w) >> 2 & mask_of(len - i * 8);
		*(word *)(p + i * 8) = w;
	}
	return 0;
}

/*
 * Returns how many bytes at the end of the first @cnt are @byte (or are not),
 * considering the last SCRATCH_STEP of them.
 */
LIB(str_rspan) long str_rspan(word str, long cnt, word byte, long is_same)
{
	long before = (cnt - SCRATCH_STEP) & ~((cnt - SCRATCH_STEP) >> 63);

	HIDE(before);
	cnt -= before;
	return cnt - 1 - last_byte(str + (word)before, cnt, byte,
				   0 - (word)is_same);
}

/* Adds the first @len bytes of a string to a set: 4 words, one bit per byte. */
LIB(set_fill_some) long set_fill_some(word set, word str, long len)
{
	const char *p = AT(str, 0);
	char *bits = AT(set, 0);

	for (long i = 0; i < SET_SOME; i++) {
		word byte;

		if (i >= len)
			break;
		byte = (unsigned char)p[i];
		*(word *)(bits + (byte >> 6) * 8) |= 1UL << (byte & 63);
	}
	return 0;
}

LIB(set_fill) long set_fill(word set, word str, long len)
{
	for (long i = 0; i < SCRATCH_STEP; i += SET_SOME) {
		if (i >= len)
			break;
		set_fill_some(set, str + (word)i, len - i);
	}
	return 0;
}

/* Returns how many of the first @cnt bytes are in @set (or are not). */
LIB(set_span_some) long set_span_some(word str, long cnt, word set, long is_in)
{
	const char *p = AT(str, 0), *bits = AT(set, 0);

	for (long i = 0; i < SET_SOME; i++) {
		word byte, in;

		if (i >= cnt)
			return cnt;
		byte = (unsigned char)p[i];
		in = *(const word *)(bits + (byte >> 6) * 8) >> (byte & 63);
		if ((in & 1) != (word)is_in)
			return i;
	}
	return SET_SOME;
}

LIB(set_span) long set_span(word str, long cnt, word set, long is_in)
{
	for (long i = 0; i < SCRATCH_STEP; i += SET_SOME) {
		long span;

		if (i >= cnt)
			return cnt;
		span = set_span_some(str + (word)i, cnt - i, set, is_in);
		if (span != SET_SOME)
			return i + span;
	}
	return SCRATCH_STEP;
}

/* ---------------------------------------------------------------- numbers */

/*
 * Returns 1 if @first <= @c < @first + @cnt, else 0. Computes that without
 * spreading a sign over the word, which verifiers may take for a condition.
 */
static inline word in_range(word c, word first, word cnt)
{
	word from = c - first, is_in = (~from & (from - cnt)) >> 63;

	HIDE(is_in);
	return is_in;
}

/* Returns the value of a digit, or 99 for other characters. */
static inline word digit_value(word c)
{
	word letter = c | 0x20;
	word digit = in_range(c, '0', 10) * (c - '0' - 99);

	return 99 + digit + in_range(letter, 'a', 26) * (letter - 'a' + 10 - 99);
}

/* Returns the number of leading blanks. */
LIB(str_blanks) long str_blanks(word str)
{
	const char *p = AT(str, 0);
	word blanks = 1UL << ' ' | 0x1fUL << '\t';

	for (long i = 0; i < SCRATCH_STEP; i++) {
		word c = (unsigned char)p[i];
		word is_blank = blanks >> (c & 63) & (c - 64) >> 63;

		HIDE(is_blank);
		if (!is_blank)
			return i;
	}
	return SCRATCH_STEP;
}

/*
 * Returns the value of a number: blanks, sign, 0x if @base is 16, digits. Wraps
 * if it does not fit in 64 bits.
 */
LIB(str_number) long str_number(word str, word base)
{
	word at = str + (word)str_blanks(str), value = 0, sign, is_plus;
	const char *p = AT(at, 0);

	sign = *p == '-';
	is_plus = *p == '+';
	at += sign | is_plus;
	p = AT(at, 0);
	at += ((base == 16) & (p[0] == '0') & ((p[1] | 0x20) == 'x')) * 2;
	p = AT(at, 0);
	for (long i = 0; i < NUMBER_DIGITS; i++) {
		word digit = digit_value((unsigned char)p[i]);
		/* if compared directly, the base would differ between paths */
		word above = digit - base;

		HIDE(above);
		if ((long)above >= 0)
			break;
		value = value * base + digit;
	}
	return (long)(sign ? 0 - value : value);
}

/*
 * Writes the lowest digits of the number in the word at @dst, up to
 * NUMBER_STEP of them, before position @at. Leaves the rest of the number there
 * and returns the position of the first digit.
 */
LIB(number_digits) long number_digits(word dst, word base, long at)
{
	char *p = AT(dst, 0);
	word rest = *(word *)p;

	for (int i = 0; i < NUMBER_STEP; i++) {
		word digit = rest % base, letter = (9 - digit) >> 63;

		HIDE(letter); /* 1 if it is a letter */
		at--;
		p[at & 127] = (char)('0' + digit + letter * ('a' - '0' - 10));
		rest /= base;
		if (!rest)
			break;
	}
	*(word *)p = rest;
	return at;
}

/*
 * Writes the text of a number to @dst, ending before @dst + NUMBER_END; returns
 * the position where the text begins. The format is D's: signed and without a
 * prefix in base 10, a leading 0 in base 8, 0x in base 16.
 */
LIB(number_str) long number_str(word dst, word value, word base)
{
	char *p = AT(dst, 0);
	word is_negative = in_range(base, 10, 1) & (value >> 63);
	long at = NUMBER_END;

	HIDE(is_negative);
	*(word *)p = (value ^ (0 - is_negative)) + is_negative;
	for (int i = 0; i < 64 / NUMBER_STEP; i++) {
		at = number_digits(dst, base, at);
		if (!*(word *)p)
			break;
	}
	if (base == 16)
		p[--at & 127] = 'x';
	if (base == 16 || (base == 8 && value))
		p[--at & 127] = '0';
	if (is_negative)
		p[--at & 127] = '-';
	return at;
}

/* ------------------------------------------------------------------ paths */

/*
 * State of path_clean(), zero before the first call. Values in memory are the
 * same to the verifier on every path through a turn.
 */
struct path_state {
	word in, out; /* bytes read and written */
	word is_slash; /* a slash and a part come next */
	word src, len, dst; /* the arguments: the stack is small */
	word part, cnt; /* up to 8 bytes of the part; how many there are */
};

enum { PATH_COPY_BYTES = 240 }; /* of a longer part per step */

/* Returns -1 for a negative value, else 0. */
static inline long is_below_0(long value)
{
	value >>= 63;
	HIDE(value);
	return value;
}

/*
 * Removes the last part and its slash from the text at @dst; returns 1 if more
 * remains.
 */
static inline long path_up(struct path_state *s, word dst)
{
	word last = (word)str_rspan(dst, (long)s->out, '/', 0);

	s->out -= last;
	if (last == SCRATCH_STEP)
		return 1;
	s->out -= is_zero(s->out) ^ 1;
	return 0;
}

/*
 * Removes doubled slashes, "/." and "/.." with the part before it from a path
 * of @len bytes, up to PATH_STEP_PARTS of its parts per call. At the end of the
 * path it follows D: "/." stays, "/.." leaves the slash. Returns 1 at the end.
 */
LIB(path_clean) long path_clean(word src, word len, word dst, word state)
{
	struct path_state *s = (struct path_state *)AT(state, 1);

	s->src = src;
	s->len = len;
	s->dst = dst;
	for (long i = 0; i < PATH_STEP_PARTS; i++) {
		word slash = s->is_slash, at = s->src + s->in + slash, is_end;
		long left = (long)(s->len - s->in - slash);
		long more = left - PATH_COPY_BYTES, cnt;
		long most = PATH_COPY_BYTES + (more & is_below_0(more));

		cnt = byte_find(at, most, '/');
		cnt += (most - cnt) & is_below_0(cnt);
		is_end = is_zero((word)(cnt ^ left));
		s->cnt = (word)cnt;
		s->part = *(const word *)AT(at, 1) & mask_of(cnt);
		if (slash & is_zero(s->part ^ ('.' | '.' << 8))) {
			if (path_up(s, s->dst))
				continue;
			/* the slash at the end of the path */
			s->part = s->cnt = 0;
			s->in += 2;
		}
		if (slash & (is_end ^ 1) &
		    (is_zero(s->part) | is_zero(s->part ^ '.'))) {
			s->in += 1 + s->cnt;
			continue;
		}
		*AT(s->dst + s->out, 1) = '/';
		s->out += slash;
		s->in += slash;
		s->is_slash = (word)(is_below_0((long)s->cnt - most) & 1);
		str_put(s->dst, (long)(s->out + s->cnt + 8) & ~7L,
			(long)s->out, s->src + s->in, (long)s->cnt);
		s->out += s->cnt;
		s->in += s->cnt;
		if (is_end)
			return 1;
	}
	return 0;
}

/* ------------------------------------------------------------------ delay */

/*
 * Spins. The longest loop that the verifier allows is too short to wait, so
 * there are two nested loops, each verified separately; a third would need more
 * stack than a full program has left.
 */
LIB(chill_some) long chill_some(unsigned long until_ns)
{
	for (int i = 0; i < 256; i++) {
		unsigned long now_ns = 0;

		/* a call is less for the verifier than a turn */
#pragma unroll
		for (int j = 0; j < 16; j++)
			now_ns = bpf_ktime_get_ns();
		if (now_ns >= until_ns)
			return 1;
	}
	return 0;
}

LIB(chill) long chill(unsigned long ns)
{
	unsigned long until_ns = bpf_ktime_get_ns() + ns;

	for (int i = 0; i < 8192; i++)
		if (chill_some(until_ns))
			return 0;
	return 1;
}

#include "runtime/bpf/lib_inet.bpf.h"
#include "runtime/bpf/lib_json.bpf.h"
#include "runtime/bpf/lib_unwind.bpf.h"
#include "runtime/bpf/lib_path.bpf.h"
#include "runtime/bpf/lib_process.bpf.h"
