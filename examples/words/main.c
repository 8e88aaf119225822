/* SPDX-License-Identifier: CC0-1.0 */
/* words: has the library count the words of a text that has 100 verses. */
#include <stdio.h>

#include "words.h"

static int add_verse(struct words *words, int bottles)
{
	char line[128];

	snprintf(line, sizeof(line), "%d green bottle%s standing on the wall, ",
		 bottles, bottles == 1 ? "" : "s");
	if (words_add_text(words, line) || words_add_text(words, line))
		return -1;
	return words_add_text(words, "and if one green bottle should "
				     "accidentally fall ");
}

int main(void)
{
	struct words *words = words_create();

	for (int bottles = 100; words && bottles > 0; bottles--) {
		if (add_verse(words, bottles)) {
			words_destroy(words);
			words = NULL;
		}
	}
	if (!words) {
		fputs("words: no memory\n", stderr);
		return 1;
	}
	printf("%zu different words\n", words_count(words));
	words_destroy(words);
	return 0;
}
