// SPDX-License-Identifier: BSD-2-Clause
/*
 * dtrace-merge(1): adds up the aggregations of several runs, possibly of
 * several machines, from the output of `dtrace -x oformat=json`.
 *
 *	lines --json_parse.c--> trees --gather.c (key.c, read_value.c)--> sums
 *		--write.c--> text
 *
 * Exit status: 0; 1 when something failed (nothing is printed then); 2 for a
 * wrong command line.
 */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/system/file.h"
#include "cmd/merge/gather.h"
#include "cmd/merge/say.h"
#include "cmd/merge/write.h"

static const char usage[] =
	"usage: dtrace-merge [-krt] [-o output] file ...\n"
	"Adds the aggregations of files that `dtrace -x oformat=json' wrote.\n"
	"  -k         sort by key, not by value\n"
	"  -o output  write to this file, replaced at the end, not to stdout\n"
	"  -r         reverse the order\n"
	"  -t         print rows in columns, as dtrace does, not JSON\n"
	"  -V         print the version\n"
	"A file called - is standard input.\n";

static int put_output(const char *path, const struct strbuf *text)
{
	int err;

	if (path) {
		err = file_write_atomic(path, strbuf_text(text), text->len);
		if (err)
			merge_say("%s: %s", path, strerror(-err));
		return err;
	}
	if (fwrite(strbuf_text(text), 1, text->len, stdout) == text->len &&
	    fflush(stdout) == 0)
		return 0;
	merge_say("standard output: %s", strerror(errno));
	return -EIO;
}

static int merge_all(char *const *paths, const char *output,
		     const struct write_options *options)
{
	struct strbuf text = { 0 };
	struct merge merge;
	int err = 0;

	merge_init(&merge);
	for (; *paths && !err; paths++)
		err = merge_file(&merge, *paths);
	if (!err) {
		merge_finish(&merge);
		write_merge(&merge, options, &text);
		err = put_output(output, &text);
	}
	strbuf_deinit(&text);
	merge_deinit(&merge);
	return err ? 1 : 0;
}

int main(int argc, char **argv)
{
	static const struct option words[] = {
		{ "help", no_argument, NULL, 'h' },
		{ "version", no_argument, NULL, 'V' },
		{ 0 },
	};
	struct write_options options = { 0 };
	const char *output = NULL;
	int letter;

	while ((letter = getopt_long(argc, argv, "hko:rtV", words, NULL)) !=
	       -1) {
		switch (letter) {
		case 'h':
			fputs(usage, stdout);
			return 0;
		case 'k':
			options.by_key = true;
			break;
		case 'o':
			output = optarg;
			break;
		case 'r':
			options.is_reverse = true;
			break;
		case 't':
			options.is_text = true;
			break;
		case 'V':
			printf("dtrace-merge: %s\n", DTRACE_BUILD_VERSION);
			return 0;
		default:
			fputs(usage, stderr);
			return 2;
		}
	}
	if (optind == argc) {
		fputs(usage, stderr);
		return 2;
	}
	return merge_all(argv + optind, output, &options);
}
