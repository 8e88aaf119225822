/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs a fuzz entry over files without a fuzzer: `fuzz_lex DIR|FILE...`.
 *
 * A fuzz target (tests/fuzz/fuzz_NAME.c) defines LLVMFuzzerTestOneInput(). Linked with clang's
 * libFuzzer it searches; linked with this main by any compiler it replays its corpus, so that what
 * the fuzzer once found stays found in `make check`. Each input is copied to a block of exactly its
 * size, so that a sanitizer or valgrind sees a read past its end. The empty input is always run.
 */
#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replay_file(const char *path)
{
	FILE *file = fopen(path, "rb");
	struct stat st;
	uint8_t *data;
	size_t got;

	if (!file || fstat(fileno(file), &st)) {
		fprintf(stderr, "%s: %s\n", path, strerror(errno));
		return 1;
	}
	data = malloc(st.st_size ? st.st_size : 1);
	got = data ? fread(data, 1, st.st_size, file) : 0;
	fclose(file);
	if (!data || got != (size_t)st.st_size) {
		fprintf(stderr, "%s: cannot be read\n", path);
		free(data);
		return 1;
	}
	/* printed first, so that a crash names its input */
	printf("%s\n", path);
	fflush(stdout);
	LLVMFuzzerTestOneInput(data, got);
	free(data);
	return 0;
}

static int replay_dir(const char *path, DIR *dir)
{
	struct dirent *entry;
	char name[4096];
	int failed = 0;

	while ((entry = readdir(dir))) {
		if (entry->d_name[0] == '.')
			continue;
		snprintf(name, sizeof(name), "%s/%s", path, entry->d_name);
		failed |= replay_file(name);
	}
	return failed;
}

int main(int argc, char **argv)
{
	int failed = 0;

	LLVMFuzzerTestOneInput((const uint8_t *)"", 0);
	for (int i = 1; i < argc; i++) {
		DIR *dir = opendir(argv[i]);

		if (dir) {
			failed |= replay_dir(argv[i], dir);
			closedir(dir);
		} else if (errno != ENOENT) {
			failed |= replay_file(argv[i]);
		}
	}
	return failed;
}
