// SPDX-License-Identifier: BSD-2-Clause
/*
 * In: a name that the program does not define. Out: the file that defines it,
 * parsed into the program. For the files in the binary, an index made at build
 * time says which one it is. The definitions of the -L folders and the folders
 * in them are not known before they are read: all of them are read before the
 * program is checked, in the order of their names.
 *
 * A file that depends on something missing is left out. A mistake in a file is
 * an error, in a file of the binary a warning.
 */
#include "runtime/dlib/dlib.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "base/system/file.h"
#include "lang/parse/parse.h"

enum { FOLDER_DEPTH_MAX = 16 }; /* levels below a -L folder */

enum file_state {
	FILE_UNREAD,
	FILE_READING, /* a dependency on it now is a loop */
	FILE_READ,
	FILE_LEFT_OUT,
};

struct dlib_file {
	const char *name; /* in the arena or static */
	const char *text; /* NULL: not read yet, it is @path */
	const char *path;
	size_t len;
	enum file_state state;
	struct src src;
};

struct dlib {
	struct lang_library library;
	struct arena *arena;
	bool has_own;
	bool folders_done;
	VEC(const char *) folders;
	VEC(struct dlib_file *) files; /* files of the binary come first */
	struct diag_list *diags; /* of the program, while files are parsed */
	size_t parsed_cnt;
};

static const char *const providers[] = {
#define PROVIDER(name, what) #name,
#include "runtime/provider/providers.def"
#undef PROVIDER
};

static struct dlib_file *add_file(struct dlib *dlib, const char *name)
{
	struct dlib_file *file = xcalloc(1, sizeof(*file));

	file->name = name;
	vec_push(&dlib->files, file);
	return file;
}

/* ----------------------------------------------------------------- parsing */

/* Reports the first mistake in a file. */
static void tell(const struct dlib *dlib, const struct dlib_file *file,
		 const struct diag_list *own, struct diag_list *diags)
{
	const struct diag *first = &own->diags.v[0];

	while (first->level != DIAG_ERROR)
		first++;
	if (file->path)
		diag_error(diags, first->loc, first->tag, "%s",
			   arena_strdup(dlib->arena, first->message));
	else
		diag_warning(diags, first->loc, first->tag, "%s",
			     arena_strdup(dlib->arena, first->message));
}

static bool read_file(struct dlib *dlib, struct dlib_file *file)
{
	_cleanup_free_ char *text = NULL;

	if (file->text)
		return true;
	if (file_read(file->path, &text, &file->len))
		return false;
	file->text = arena_strndup(dlib->arena, text, file->len);
	return true;
}

/* Returns whether its definitions are now in the program. */
static bool parse_file(struct dlib *dlib, struct dlib_file *file,
		       struct program *program, struct diag_list *diags)
{
	struct diag_list own;
	int err;

	if (file->state != FILE_UNREAD)
		return file->state == FILE_READ;
	file->state = FILE_LEFT_OUT;
	if (!read_file(dlib, file))
		return false;
	file->state = FILE_READING;
	dlib->parsed_cnt++;
	src_init(&file->src, file->path ? SRC_FOLDER : SRC_LIBRARY,
		 file->path ? file->path : file->name,
		 file->text, file->len);
	diag_init(&own, dlib->arena);
	err = lang_parse_library(program, &file->src, &own);
	file->state = err ? FILE_LEFT_OUT : FILE_READ;
	if (err && err != -ENODEV && own.error_cnt)
		tell(dlib, file, &own, diags);
	diag_deinit(&own);
	return file->state == FILE_READ;
}

/* ------------------------------------------------------------------ folders */

static int is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static bool is_d_file(const char *name)
{
	size_t len = strlen(name);

	return len > 2 && strcmp(name + len - 2, ".d") == 0;
}

static void list_folder(struct dlib *dlib, const char *folder, int depth);

/* Symbolic links to folders are not followed: they could form a loop. */
static void list_entry(struct dlib *dlib, const char *folder, const char *name,
		       int depth)
{
	const char *path = arena_printf(dlib->arena, "%s/%s", folder, name);
	struct dlib_file *file;
	struct stat st;

	if (!lstat(path, &st) && S_ISDIR(st.st_mode)) {
		if (depth < FOLDER_DEPTH_MAX)
			list_folder(dlib, path, depth + 1);
	} else if (is_d_file(name)) {
		file = add_file(dlib, arena_strdup(dlib->arena, name));
		file->path = path;
	}
}

static void list_folder(struct dlib *dlib, const char *folder, int depth)
{
	struct dirent **entries = NULL;
	int cnt = scandir(folder, &entries, is_visible, alphasort);

	for (int i = 0; i < cnt; i++) {
		list_entry(dlib, folder, entries[i]->d_name, depth);
		free(entries[i]);
	}
	free(entries);
}

static void list_folders(struct dlib *dlib)
{
	if (dlib->folders_done)
		return;
	dlib->folders_done = true;
	for (size_t i = 0; i < dlib->folders.cnt; i++)
		list_folder(dlib, dlib->folders.v[i], 0);
}

static bool parse_folders(struct dlib *dlib, struct program *program,
			  struct diag_list *diags)
{
	bool ret = false;

	list_folders(dlib);
	/* parsing one file can parse others in the list */
	for (size_t i = dlib_text_cnt; i < dlib->files.cnt; i++)
		if (dlib->files.v[i]->state == FILE_UNREAD)
			ret |= parse_file(dlib, dlib->files.v[i], program,
					  diags);
	return ret;
}

void dlib_read_folders(struct dlib *dlib, struct program *program,
		       struct diag_list *diags)
{
	if (dlib->folders.cnt)
		parse_folders(dlib, program, diags);
}

/* --------------------------------------------------------------- the library */

static bool find_and_parse(struct dlib *dlib, struct program *program,
			   const char *name, struct diag_list *diags)
{
	for (size_t i = 0; dlib->has_own && i < dlib_name_cnt; i++)
		if (*dlib_names[i].name == *name &&
		    strcmp(dlib_names[i].name, name) == 0)
			return parse_file(
				dlib, dlib->files.v[dlib_names[i].text_idx],
				program, diags);
	return dlib->folders.cnt && parse_folders(dlib, program, diags);
}

/*
 * Files that use names of other files have diagnostic lists of their own, which
 * are not printed: errors go to the list of the first user of the name.
 */
static bool load(struct lang_library *library, struct program *program,
		 const char *name, struct diag_list *diags)
{
	struct dlib *dlib = (struct dlib *)library;
	struct diag_list *outer = dlib->diags;
	const char *region = diags->region;
	bool ret;

	diags->region = NULL;
	dlib->diags = outer ? outer : diags;
	ret = find_and_parse(dlib, program, name, dlib->diags);
	dlib->diags = outer;
	diags->region = region;
	return ret;
}

static enum lang_met find_library(struct dlib *dlib, struct program *program,
				  const char *name, struct diag_list *diags)
{
	list_folders(dlib);
	for (size_t i = dlib->has_own ? 0 : dlib_text_cnt; i < dlib->files.cnt;
	     i++) {
		struct dlib_file *file = dlib->files.v[i];

		if (strcmp(file->name, name) != 0)
			continue;
		if (file->state == FILE_READING)
			return LANG_LOOP;
		return parse_file(dlib, file, program, diags) ? LANG_THERE :
								LANG_MISSING;
	}
	return LANG_MISSING;
}

static bool has_provider(const char *name)
{
	for (size_t i = 0; i < sizeof(providers) / sizeof(providers[0]); i++)
		if (strcmp(providers[i], name) == 0)
			return true;
	return false;
}

static bool has_module(const char *name)
{
	char path[128];

	if (strcmp(name, "vmlinux") == 0)
		return true;
	if (strchr(name, '/') || strlen(name) > 64)
		return false;
	snprintf(path, sizeof(path), "/sys/module/%s", name);
	return access(path, F_OK) == 0;
}

static enum lang_met find(struct lang_library *library, struct program *program,
			  enum lang_dependency kind, const char *name,
			  struct diag_list *diags)
{
	switch (kind) {
	case DEPENDS_ON_PROVIDER:
		return has_provider(name) ? LANG_THERE : LANG_MISSING;
	case DEPENDS_ON_MODULE:
		return has_module(name) ? LANG_THERE : LANG_MISSING;
	case DEPENDS_ON_LIBRARY:
		return find_library((struct dlib *)library, program, name,
				    diags);
	}
	return LANG_MISSING;
}

struct dlib *dlib_create(struct arena *arena)
{
	struct dlib *dlib = xcalloc(1, sizeof(*dlib));

	dlib->library = (struct lang_library){ load, find };
	dlib->arena = arena;
	dlib->has_own = true;
	for (size_t i = 0; i < dlib_text_cnt; i++) {
		struct dlib_file *file = add_file(dlib, dlib_texts[i].name);

		file->text = dlib_texts[i].text;
		file->len = dlib_texts[i].len;
	}
	return dlib;
}

void dlib_destroy(struct dlib *dlib)
{
	if (!dlib)
		return;
	for (size_t i = 0; i < dlib->files.cnt; i++) {
		src_deinit(&dlib->files.v[i]->src);
		free(dlib->files.v[i]);
	}
	vec_deinit(&dlib->files);
	vec_deinit(&dlib->folders);
	free(dlib);
}

void dlib_set(struct dlib *dlib, const char *folders, bool has_own)
{
	dlib->has_own = has_own;
	dlib->folders.cnt = 0;
	while (folders && *folders) {
		size_t len = strcspn(folders, ":");

		if (len)
			vec_push(&dlib->folders,
				 arena_strndup(dlib->arena, folders, len));
		folders += len + (folders[len] == ':');
	}
}

struct lang_library *dlib_library(struct dlib *dlib)
{
	return &dlib->library;
}

size_t dlib_parsed_cnt(const struct dlib *dlib)
{
	return dlib->parsed_cnt;
}
