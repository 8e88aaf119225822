/* SPDX-License-Identifier: CC0-1.0 */
/*
 * libwords.so: an open hash table of words.
 *
 * What it shows: a shared library with a provider of its own. Header and
 * object of dtrace belong to the library; its semaphores are hidden, so that
 * another library or the program may have probes of the same name.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "probes.h"
#include "words.h"

struct entry {
	char *word; /* NULL: free */
	unsigned times;
};

struct words {
	struct entry *entries;
	size_t cap; /* a power of two */
	size_t cnt;
};

struct words *words_create(void)
{
	return calloc(1, sizeof(struct words));
}

void words_destroy(struct words *words)
{
	if (!words)
		return;
	for (size_t i = 0; i < words->cap; i++)
		free(words->entries[i].word);
	free(words->entries);
	free(words);
}

size_t words_count(const struct words *words)
{
	return words->cnt;
}

static struct entry *find(struct entry *entries, size_t cap, const char *word,
			  size_t len)
{
	size_t hash = 5381;
	struct entry *entry;

	for (size_t i = 0; i < len; i++)
		hash = hash * 33 + (unsigned char)word[i];
	for (;; hash++) {
		entry = &entries[hash & (cap - 1)];
		if (!entry->word || (!strncmp(entry->word, word, len) &&
				     !entry->word[len]))
			return entry;
	}
}

static int grow(struct words *words)
{
	size_t cap = words->cap ? 2 * words->cap : 8;
	struct entry *entries = calloc(cap, sizeof(*entries));

	if (!entries)
		return -1;
	WORDS_TABLE_GROW(words->cap, cap);
	for (size_t i = 0; i < words->cap; i++) {
		struct entry *old = &words->entries[i];

		if (old->word)
			*find(entries, cap, old->word, strlen(old->word)) = *old;
	}
	free(words->entries);
	words->entries = entries;
	words->cap = cap;
	return 0;
}

static int add(struct words *words, const char *word, size_t len)
{
	struct entry *entry;

	if (4 * words->cnt >= 3 * words->cap && grow(words))
		return -1;
	entry = find(words->entries, words->cap, word, len);
	if (!entry->word) {
		entry->word = strndup(word, len);
		if (!entry->word)
			return -1;
		words->cnt++;
	}
	entry->times++;
	WORDS_ADD(entry->word, (int)len, entry->times);
	return 0;
}

int words_add_text(struct words *words, const char *text)
{
	for (;;) {
		size_t len = 0;

		while (*text && !isalpha((unsigned char)*text))
			text++;
		if (!*text)
			return 0;
		while (isalpha((unsigned char)text[len]))
			len++;
		if (add(words, text, len))
			return -1;
		text += len;
	}
}
