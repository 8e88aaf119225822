// SPDX-License-Identifier: BSD-2-Clause
/*
 * subrs FILE CASES STRSIZE SEED: fires `text` with random strings and numbers
 * and writes to FILE what the subroutines of D make of them, computed here in
 * plain C, byte by byte: one line for each clause of tests/run/strings/
 * random.d, cut to STRSIZE.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "subrs.h"

enum { TEXT_MAX = 1024 };

static uint64_t seed;
static size_t strsize;
static FILE *wanted;

static unsigned int below(unsigned int limit)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (unsigned int)((seed >> 20) % limit);
}

/* ------------------------------------------------------------- references */

/* A line with a string as D would keep it. */
static void say(const char *name, const char *text, size_t len)
{
	if (len > strsize - 1)
		len = strsize - 1;
	fprintf(wanted, "%s [%.*s]\n", name, (int)len, text);
}

static long find(const char *s, const char *sub, long from)
{
	for (long i = from < 0 ? 0 : from; i <= (long)strlen(s); i++)
		if (!strncmp(s + i, sub, strlen(sub)))
			return i;
	return -1;
}

/* Before the text, an empty string is not found; others start at 0. */
static long find_last(const char *s, const char *sub, long from)
{
	if (!*sub && from < 0)
		return -1;
	for (long i = from < 0 ? 0 : from; i >= 0; i--)
		if (i <= (long)strlen(s) && !strncmp(s + i, sub, strlen(sub)))
			return i;
	return -1;
}

/* An empty string is found at the end at the latest. */
static long index_from(const char *s, const char *sub, long from)
{
	if (!*sub && from > (long)strlen(s))
		return (long)strlen(s);
	return find(s, sub, from);
}

static void substr(const char *name, const char *s, long start, long rest)
{
	long len = (long)strlen(s), end;

	if (start < 0) {
		start += len;
		if (start < 0 && start + rest > 0) {
			rest += start;
			start = 0;
		}
	}
	if (start < 0 || start >= len) {
		say(name, "", 0);
		return;
	}
	end = rest < 0 ? len + rest : start + rest;
	if (end > len)
		end = len;
	say(name, s + start, end > start ? (size_t)(end - start) : 0);
}

static void parts(const char *s)
{
	long end = (long)strlen(s), start;

	while (end > 0 && s[end - 1] == '/')
		end--;
	for (start = end; start > 0 && s[start - 1] != '/'; start--)
		;
	if (!end) {
		say("basename", *s ? "/" : ".", 1);
		say("dirname", *s ? "/" : ".", 1);
		return;
	}
	say("basename", s + start, (size_t)(end - start));
	if (!start) {
		say("dirname", ".", 1);
		return;
	}
	while (start > 1 && s[start - 1] == '/')
		start--;
	say("dirname", s, (size_t)start);
}

/* One character at a time: text, "/", "/.", "/..". */
static void cleanpath(const char *s)
{
	static const char *const held[] = { "", "/", "/.", "/.." };
	char out[TEXT_MAX] = "";
	size_t state = 0;

	for (;; s++) {
		size_t len = strlen(out);

		if (state == 3 && (*s == '/' || !*s)) {
			while (len && out[len - 1] != '/')
				len--;
			out[len ? len - 1 : 0] = '\0';
			state = 1;
			if (!*s)
				strcat(out, "/");
		} else if (state && *s == '.' && state < 3) {
			state++;
			continue;
		} else if (*s != '/') {
			strcat(out, held[state]);
			strncat(out, s, 1);
			state = 0;
		}
		if (*s == '/')
			state = 1;
		if (!*s)
			break;
	}
	say("cleanpath", out, strlen(out));
}

static void change_case(const char *s)
{
	char upper[TEXT_MAX], lower[TEXT_MAX];
	size_t i;

	for (i = 0; s[i]; i++) {
		upper[i] = s[i] >= 'a' && s[i] <= 'z' ? s[i] - 32 : s[i];
		lower[i] = s[i] >= 'A' && s[i] <= 'Z' ? s[i] + 32 : s[i];
	}
	say("toupper", upper, i);
	say("tolower", lower, i);
}

static void number(int64_t value, unsigned int base)
{
	char text[80], *p = text + sizeof(text);
	uint64_t rest =
		base == 10 && value < 0 ? -(uint64_t)value : (uint64_t)value;

	do
		*--p = "0123456789abcdefghijklmnopqrstuvwxyz"[rest % base];
	while (rest /= base);
	if (base == 16)
		*--p = 'x';
	if (base == 16 || (base == 8 && value))
		*--p = '0';
	if (base == 10 && value < 0)
		*--p = '-';
	say("lltostr", p, (size_t)(text + sizeof(text) - p));
}

/* strtoll(), but what does not fit wraps, and 80 digits are read. */
static int64_t value_of(const char *s, unsigned int base)
{
	static const char digits[] = "0123456789abcdefABCDEF";
	uint64_t value = 0;
	const char *digit;
	int is_minus;

	s += strspn(s, " ");
	is_minus = *s == '-';
	s += is_minus || *s == '+';
	if (base == 16 && !strncasecmp(s, "0x", 2))
		s += 2;
	for (int i = 0; i < 80 && *s && (digit = strchr(digits, *s)); i++) {
		uint64_t number = (uint64_t)(digit - digits);

		number -= number > 15 ? 6 : 0;
		if (number >= base)
			break;
		value = value * base + number;
		s++;
	}
	return (int64_t)(is_minus ? -value : value);
}

static void tokens(const char *s)
{
	char text[TEXT_MAX], *rest, *token;

	strcpy(text, s);
	token = strtok_r(text, "/ b", &rest);
	say("strtok", token ? token : "", token ? strlen(token) : 0);
	token = strtok_r(NULL, "a/", &rest);
	say("strtok", token ? token : "", token ? strlen(token) : 0);
	token = strtok_r(NULL, "/.", &rest);
	say("strtok", token ? token : "", token ? strlen(token) : 0);
}

static void expect_all(const char *s, const char *t, int start, int len,
		       int64_t value)
{
	const char *at;
	char joined[2 * TEXT_MAX];

	fprintf(wanted, "strlen %zu\n", strlen(s));
	sprintf(joined, "%s%s", s, t);
	say("strjoin", joined, strlen(joined));
	substr("substr", s, start, 1 << 30);
	substr("substr", s, start, len);
	fprintf(wanted, "index %ld %ld %ld\n", find(s, t, 0),
		index_from(s, t, start), find(s, "ab", start));
	fprintf(wanted, "rindex %ld %ld %ld\n",
		find_last(s, t, (long)strlen(s)), find_last(s, t, start),
		find_last(s, "ab", start));
	at = strchr(s, *t);
	say("strchr", at ? at : "", at ? strlen(at) : 0);
	at = strrchr(s, *t);
	say("strrchr", at ? at : "", at ? strlen(at) : 0);
	at = strstr(s, t);
	say("strstr", at ? at : "", at ? strlen(at) : 0);
	parts(s);
	cleanpath(s);
	change_case(s);
	tokens(s);
	number(value, 10);
	number(value, 16);
	number(value, (unsigned int)(len & 31) + 2);
	fprintf(wanted, "strtoll %lld %lld\n", (long long)value_of(t, 10),
		(long long)value_of(t, 16));
	fprintf(wanted, "compare %d%d%d\n", strcmp(s, t) < 0, !strcmp(s, t),
		strcmp(s, t) > 0);
}

/* ---------------------------------------------------------------- strings */

static void random_text(char *text, size_t len_max, const char *alphabet)
{
	size_t len = below((unsigned int)len_max + 1);

	for (size_t i = 0; i < len; i++)
		text[i] = alphabet[below((unsigned int)strlen(alphabet))];
	text[len] = '\0';
}

static void random_case(char *s, char *t)
{
	static const char *const alphabets[] = {
		"ab", "/.a", "/ab.", "abcXYZ[`{@ 09", " -+0xf19 ",
	};
	size_t most = strsize - 1;
	/* long ones too, but not most of the time */
	size_t s_max = below(3) ? most < 20 ? most : 20 : most;
	const char *alphabet = alphabets[below(5)];

	random_text(s, s_max, alphabet);
	if (below(3)) {
		random_text(t, below(2) ? 2 : 12, alphabet);
		return;
	}
	/* a part of it */
	*t = '\0';
	if (*s)
		strcpy(t, s + below((unsigned int)strlen(s)));
	t[below(2) ? most : strlen(t) / 2] = '\0';
}

int main(int argc, char **argv)
{
	char s[TEXT_MAX], t[TEXT_MAX];

	if (argc != 5)
		return 2;
	wanted = fopen(argv[1], "w");
	strsize = (size_t)atoi(argv[3]);
	seed = strtoull(argv[4], NULL, 0) * 2654435761u + 1;
	if (!wanted || strsize > TEXT_MAX)
		return 2;
	for (int cnt = atoi(argv[2]); cnt > 0; cnt--) {
		int start = (int)below(30) - 12, len = (int)below(40) - 12;
		int64_t number;

		random_case(s, t);
		if (strlen(t) > strsize - 1)
			t[strsize - 1] = '\0';
		number = (int64_t)(below(2) ? below(1000) - 500ULL :
					      seed * seed);
		expect_all(s, t, start, len, number);
		SUBRS_TEXT(s, t, start, len, number, *t);
	}
	return fclose(wanted) != 0;
}
