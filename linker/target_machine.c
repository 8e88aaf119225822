// SPDX-License-Identifier: BSD-2-Clause
/*
 * In: words of CC, CFLAGS and options. Out: a row of machine.def.
 *
 * No compiler is run: "aarch64-linux-gnu-gcc", "clang
 * --target=aarch64-linux-gnu", "ccache gcc -m32" are sufficient. A prefix that
 * is not the name of a machine is ignored ("x-gcc" is the host's compiler),
 * unless a system follows as in "hppa-linux-gnu-gcc"; the machine of an
 * explicit --target=, -target or -arch must be known.
 */
#include "linker/target_machine.h"

#include <elf.h>
#include <string.h>
#include <sys/utsname.h>

static const struct link_machine machines[] = {
#define MACHINE(row, machine, is64, is_big, flags, other_row, names_text)      \
	[LINK_##row] = { .id = LINK_##row,                                     \
			 .name = #row,                                         \
			 .e_machine = machine,                                 \
			 .format = { .is_64 = is64, .is_big_endian = is_big }, \
			 .e_flags = flags,                                     \
			 .other = LINK_##other_row,                            \
			 .names = names_text },
#include "linker/machine.def"
#undef MACHINE
};

static bool names_hold(const char *names, const char *name, size_t len)
{
	while (*names) {
		size_t word_len = strcspn(names, " ");

		if (word_len == len && !memcmp(names, name, len))
			return true;
		names += word_len;
		names += strspn(names, " ");
	}
	return false;
}

const struct link_machine *link_machine_named(const char *name, size_t len)
{
	for (size_t i = 0; len && i < LINK_MACHINE_CNT; i++)
		if (names_hold(machines[i].names, name, len))
			return &machines[i];
	return NULL;
}

const struct link_machine *link_machine_of(uint16_t e_machine,
					   struct elf_format format)
{
	for (size_t i = 0; i < LINK_MACHINE_CNT; i++)
		if (machines[i].e_machine == e_machine &&
		    machines[i].format.is_64 == format.is_64 &&
		    machines[i].format.is_big_endian == format.is_big_endian)
			return &machines[i];
	return NULL;
}

const struct link_machine *link_machine_host(void)
{
	struct utsname host;

	if (uname(&host))
		return NULL;
	return link_machine_named(host.machine, strlen(host.machine));
}

const struct link_machine *link_machine_of_triplet(const char *triplet)
{
	return link_machine_named(triplet, strcspn(triplet, "-"));
}

/* "/usr/bin/aarch64-linux-gnu-gcc" -> the row; needs the '-'. */
static const struct link_machine *of_compiler(const char *word)
{
	const char *slash = strrchr(word, '/');

	word = slash ? slash + 1 : word;
	return strchr(word, '-') ? link_machine_of_triplet(word) : NULL;
}

/* "sparc64-linux-gnu-gcc": the system part shows that it is a cross
 * compiler. */
static bool names_system(const char *word)
{
	const char *slash = strrchr(word, '/');

	word = slash ? slash + 1 : word;
	return strstr(word, "-linux-gnu") || strstr(word, "-linux-musl") ||
		strstr(word, "-linux-uclibc") || strstr(word, "-linux-android");
}

/* The name that --target=X, or -target X, -arch X with *@i moved, gives. */
static const char *explicit_name(const struct link_hints *hints, size_t *i)
{
	const char *word = hints->words[*i];

	if (!strncmp(word, "--target=", 9))
		return word + 9;
	if ((!strcmp(word, "-target") || !strcmp(word, "-arch")) &&
	    *i + 1 < hints->word_cnt)
		return hints->words[++*i];
	return NULL;
}

/* 32 or 64 when @word chooses a width, else 0. */
static int chosen_bits(const char *word)
{
	if (!strcmp(word, "-m32") || !strcmp(word, "-32"))
		return 32;
	if (!strcmp(word, "-m64") || !strcmp(word, "-64"))
		return 64;
	return 0;
}

const struct link_machine *link_machine_hinted(const struct link_hints *hints,
					       const char **bad_ret)
{
	const struct link_machine *machine = NULL;
	const char *bits_word = NULL, *unknown = NULL;

	for (size_t i = 0; i < hints->word_cnt; i++) {
		const char *word = hints->words[i];
		const char *name = explicit_name(hints, &i);

		*bad_ret = name;
		if (name && !(machine = link_machine_of_triplet(name)))
			return NULL;
		if (chosen_bits(word))
			bits_word = word;
		else if (i < hints->cc_word_cnt && word[0] != '-' && !machine) {
			machine = of_compiler(word);
			if (!machine && names_system(word))
				unknown = word;
		}
	}
	*bad_ret = unknown;
	if (!machine && unknown)
		return NULL;
	machine = machine ? machine : link_machine_host();
	*bad_ret = "uname -m";
	if (machine && bits_word &&
	    chosen_bits(bits_word) != (machine->format.is_64 ? 64 : 32)) {
		*bad_ret = bits_word;
		machine = machine->other == machine->id ?
			NULL :
			&machines[machine->other];
	}
	return machine;
}
