// SPDX-License-Identifier: BSD-2-Clause
/*
 * symbols FILE: names of 10,000 addresses, each in another function, of an ELF
 * file that is not read yet. Prints milliseconds of processor time, since the
 * time of the disk is not dtrace's.
 */
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#include "elf/elf_file.h"
#include "runtime/symbol/symbol.h"

enum { FRAMES = 10000, FUNCTION_BYTES = 256 };

static double now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return (double)ts.tv_sec * 1e3 + (double)ts.tv_nsec / 1e6;
}

/* The last executable segment of the file. */
static struct elf_segment find_code(FILE *file)
{
	struct elf_segment code = { 0 };
	struct elf_file image;
	const char *why;

	if (elf_file_init_fd(&image, fileno(file), &why))
		exit(2);
	for (size_t i = 0; i < image.segment_cnt; i++)
		if (image.segments[i].type == PT_LOAD && image.segments[i].flags & PF_X)
			code = image.segments[i];
	elf_file_deinit(&image);
	return code;
}

int main(int argc, char **argv)
{
	FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
	struct usersym *user = usersym_create();
	struct demangler *demangler = demangler_create();
	struct symbols symbols = { .user = user, .demangler = demangler };
	struct elf_segment code;
	struct usersym_mapping mapping;
	struct strbuf text = { 0 };
	double start_ms;
	struct stat st;
	int missing = 0;

	if (!file || fstat(fileno(file), &st))
		return 2;
	code = find_code(file);
	mapping = (struct usersym_mapping){
		.start_uaddr = 0x10000000,
		.end_uaddr = 0x10000000 + code.file_bytes,
		.fileoff = code.fileoff,
		.ino = st.st_ino,
		.dev_major = major(st.st_dev),
		.dev_minor = minor(st.st_dev),
		.path = argv[1],
	};
	start_ms = now_ms();
	usersym_add_mapping(user, getpid(), &mapping);
	for (uint64_t i = 0; i < FRAMES; i++) {
		/* all over the file */
		uint64_t off = code.file_bytes / FRAMES * i / FUNCTION_BYTES * FUNCTION_BYTES + 128;
		struct usersym_symbol symbol;

		strbuf_clear(&text);
		sym_user_text(&symbols, getpid(), mapping.start_uaddr + off, SYM_FRAME, &text);
		missing += usersym_find(user, getpid(), mapping.start_uaddr + off, &symbol) || !symbol.name;
	}
	printf("%.1f\n", now_ms() - start_ms);
	if (missing > FRAMES / 100)
		fprintf(stderr, "symbols: %d addresses have no name\n", missing);
	strbuf_deinit(&text);
	demangler_destroy(demangler);
	usersym_destroy(user);
	fclose(file);
	return missing > FRAMES / 100;
}
