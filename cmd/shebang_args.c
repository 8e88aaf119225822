// SPDX-License-Identifier: BSD-2-Clause
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "cmd/shebang_args.h"

/* With the carriage return of CRLF lines, which the kernel does not remove. */
static const char blanks[] = " \t\r\n";

/* Is @word all that the first line of @path has after its interpreter? */
static bool is_first_line_of(const char *path, const char *word)
{
	char line[512];
	struct stat st;
	/* a FIFO would be waited for */
	FILE *file = !stat(path, &st) && S_ISREG(st.st_mode) ?
		fopen(path, "re") : NULL;
	bool is_line = file && fgets(line, sizeof(line), file) &&
		       !strncmp(line, "#!", 2);
	const char *rest = line + 2;

	if (file)
		fclose(file);
	if (!is_line)
		return false;
	line[strcspn(line, "\n")] = '\0';
	rest += strspn(rest, blanks);
	rest += strcspn(rest, blanks);
	rest += strspn(rest, blanks);
	/* it may end in blanks, which the kernel removes */
	return !strncmp(rest, word, strlen(word)) &&
	       !rest[strlen(word) + strspn(rest + strlen(word), blanks)];
}

void first_line_init(struct first_line *line, int argc, char **argv)
{
	int cnt = 1;

	*line = (struct first_line){ NULL, argv, argc };
	if (argc < 3 || argv[1][0] != '-' || !strpbrk(argv[1], blanks) ||
	    !is_first_line_of(argv[2], argv[1]))
		return;
	line->text = xstrdup(argv[1]);
	/* at most a word for every second character */
	line->argv = xcalloc((size_t)argc + strlen(argv[1]) / 2 + 2,
			     sizeof(*line->argv));
	line->argv[0] = argv[0];
	for (char *word = strtok(line->text, blanks); word;
	     word = strtok(NULL, blanks))
		line->argv[cnt++] = word;
	memcpy(line->argv + cnt, argv + 2,
	       ((size_t)argc - 2) * sizeof(*line->argv));
	line->argc = cnt + argc - 2;
}

void first_line_deinit(struct first_line *line)
{
	if (!line->text)
		return;
	free(line->argv);
	free(line->text);
}
