/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * A part of lib.bpf.c: follows kernel pointers. Functions take their parameters
 * from scratch memory, as words, and store there what they read, because the
 * stack is small.
 */

#ifndef DTRACE_RUNTIME_BPF_LIB_PATH_BPF_H
#define DTRACE_RUNTIME_BPF_LIB_PATH_BPF_H

#include "runtime/bpf/lib.bpf.h"

/* Reads a word at @kaddr. Returns not 0 on failure; *fault is the address. */
static inline long read_word(word *to, word kaddr, word *fault)
{
	*fault = kaddr;
	return bpf_probe_read_kernel(to, 8, (const void *)kaddr);
}

/* The arguments and the state of path_text(). */
struct path_walk {
	/*
	 * struct path *, struct fs_struct * of the process; 0: from the root of
	 * the mount namespace instead of the process's
	 */
	word path, fs;
	/*
	 * 1: the mount point instead of the file. 2: path is a struct dentry *,
	 * and the text begins at the root of its file system. Others but 0: the
	 * same, and this is the struct vfsmount * that it is seen in.
	 */
	word is_mount;
	/* offsets of members, 16 bits each: see runtime/dlib/files.d */
	word dentry_offs, inode_offs, mount_offs, super_offs, path_offs;
	word at; /* position in @to where the text begins */
	word fault;
	word dentry, mount; /* the current ones */
	word root, root_mount; /* the walk ends here at the latest */
	word kind, number; /* enum path_kind; inode number */
	word read, len;
};

/* Where the name comes from. */
enum path_kind {
	PATH_NAMED,
	PATH_DELETED, /* followed by " (deleted)" */
	PATH_PIPE, /* pipe:[NUMBER] */
	PATH_SOCKET, /* socket:[NUMBER] */
	PATH_NAMESPACE, /* KIND:[NUMBER] */
	PATH_ANON, /* anon_inode:NAME */
	PATH_PROCESS, /* anon_inode:[pidfd] */
	PATH_MEMORY, /* /NAME (deleted) */
};

/* Returns offset number @idx of those in a word. */
static inline word off_of(word offs, int idx)
{
	return offs >> idx * 16 & 0xffff;
}

/* Reads member number @idx of the structure at @kaddr. */
static inline long read_member(struct path_walk *w, word *to, word kaddr,
			       word offs, int idx)
{
	return read_word(to, kaddr + off_of(offs, idx), &w->fault);
}

/* Reads a struct path: its dentry, and the struct mount around its vfsmount. */
static inline long read_path(struct path_walk *w, word path, word *dentry,
			     word *mount)
{
	if (read_member(w, dentry, path, w->path_offs, 0) ||
	    read_member(w, mount, path, w->path_offs, 1))
		return -1;
	*mount -= off_of(w->mount_offs, 2);
	return 0;
}

enum { /* s_magic of file systems */
	MAGIC_PIPE = 0x50495045,
	MAGIC_SOCKET = 0x534f434b,
	MAGIC_ANON = 0x09041934,
	MAGIC_NAMESPACE = 0x6e736673,
	MAGIC_PROCESS = 0x50494446, /* since Linux 6.9; before, MAGIC_ANON */
};

/* Which kind of name do the files of a file system have, given its s_magic? */
static inline word path_kind_of(word magic)
{
	if (magic == MAGIC_PIPE)
		return PATH_PIPE;
	if (magic == MAGIC_SOCKET)
		return PATH_SOCKET;
	if (magic == MAGIC_NAMESPACE)
		return PATH_NAMESPACE;
	if (magic == MAGIC_PROCESS)
		return PATH_PROCESS;
	return magic == MAGIC_ANON ? PATH_ANON : PATH_MEMORY;
}

/* Does the file have a name function? As d_path() of the kernel does it. */
static inline long path_kind(struct path_walk *w)
{
	if (read_member(w, &w->len, w->dentry, w->inode_offs, 2) || /* d_sb */
	    read_member(w, &w->read, w->dentry, w->dentry_offs, 3)) /* d_op */
		return -1;
	if (w->read && read_member(w, &w->read, w->read, w->super_offs, 2))
		return -1;
	if (w->read) {
		if (read_member(w, &w->read, w->len, w->super_offs, 1))
			return -1;
		w->kind = path_kind_of(w->read);
		if (w->kind >= PATH_ANON)
			return 0;
		if (read_member(w, &w->read, w->dentry, w->inode_offs, 1))
			return -1;
		return read_member(w, &w->number, w->read, w->inode_offs, 3);
	}
	w->kind = PATH_NAMED;
	if (read_member(w, &w->len, w->dentry, w->inode_offs, 0) ||
	    read_member(w, &w->read, w->dentry, w->dentry_offs, 0))
		return -1;
	if (!w->len && w->read != w->dentry)
		w->kind = PATH_DELETED;
	return 0;
}

/* Sets where the walk begins and ends. */
LIB(path_begin) long path_begin(word state)
{
	struct path_walk *w = (struct path_walk *)AT(state, -1);

	w->at = PATH_TEXT_BYTES;
	w->dentry = w->path;
	w->mount = w->root = w->root_mount = 0;
	if (w->is_mount != 2) {
		if (w->fs &&
		    read_path(w, w->fs + off_of(w->super_offs, 3), &w->root,
			      &w->root_mount))
			return -1;
		if (w->is_mount > 2)
			w->mount = w->is_mount - off_of(w->mount_offs, 2);
		else if (read_path(w, w->path, &w->dentry, &w->mount))
			return -1;
	}
	if (w->is_mount != 1)
		return path_kind(w);
	w->kind = PATH_NAMED;
	return read_member(w, &w->dentry,
			   w->mount + off_of(w->mount_offs, 2), w->mount_offs,
			   3);
}

/*
 * Goes up from the root of a mounted file system. Returns 1 if it is not
 * mounted anywhere.
 */
static inline long path_up_mount(struct path_walk *w, word mount)
{
	if (read_member(w, &w->read, mount, w->mount_offs, 0))
		return -1;
	if (w->read == mount)
		return 1;
	w->mount = w->read;
	return read_member(w, &w->dentry, mount, w->mount_offs, 1);
}

/* Puts a file's name before the text. Returns 1 if there is no room. */
static inline long path_name(struct path_walk *w, word dentry, word to)
{
	word at, len;
	char *p;

	if (read_member(w, &w->len, dentry, w->dentry_offs, 2) ||
	    read_member(w, &w->read, dentry, w->dentry_offs, 1))
		return -1;
	w->fault = w->read;
	len = (unsigned char)w->len;
	at = w->at - len;
	if (w->at > PATH_TEXT_BYTES || w->at < len + 16)
		return 1;
	p = AT(to + at, -1);
	HIDE(len);
	len &= 0xff;
	w->at = at;
	return bpf_probe_read_kernel(p, (unsigned int)len,
				     (const void *)w->read);
}

/* Puts the last @len characters of a word before the text. */
static inline long path_word(struct path_walk *w, word to, word text, word len)
{
	*(word *)AT(to + w->at - 8, -1) = text;
	w->at -= len;
	return 0;
}

/*
 * Returns 1 at the end of the walk; 0 if it goes on at @dentry; 2 if it goes on
 * elsewhere, as set in @w.
 */
static inline long path_step(struct path_walk *w, word dentry, word mount)
{
	if (!mount) {
		if (read_member(w, &w->read, dentry, w->dentry_offs, 0))
			return -1;
		return w->read == dentry;
	}
	if (dentry == w->root && mount == w->root_mount)
		return 1;
	if (read_member(w, &w->read, mount + off_of(w->mount_offs, 2),
			w->mount_offs, 3))
		return -1;
	if (w->read != dentry)
		return 0;
	return path_up_mount(w, mount) ? : 2;
}

/*
 * Adds one part with its slash. Returns 1 at the end, 2 if there is no room, 0
 * if there are more.
 */
LIB(path_part) long path_part(word state, word to)
{
	struct path_walk *w = (struct path_walk *)AT(state, -1);
	word dentry = w->dentry, mount = w->mount;
	long err = path_step(w, dentry, mount);

	if (err)
		return err == 2 ? 0 : err;
	err = path_name(w, dentry, to);
	if (err)
		return err < 0 ? -1 : 2;
	path_word(w, to, (word)'/' << 56, 1);
	if (read_member(w, &w->dentry, dentry, w->dentry_offs, 0))
		return -1;
	return w->dentry == dentry; /* the root of an unmounted file system */
}

/* Puts ':[', the number and ']' before the text. */
static inline long path_number(struct path_walk *w, word to)
{
	enum { DIGITS_MAX = 20 };
	word number = w->number;
	char *p;

	path_word(w, to, (word)']' << 56, 1);
	p = AT(to + w->at - DIGITS_MAX, -1);
	for (int i = DIGITS_MAX - 1; i >= 0; i--) {
		word rest = number / 10;

		p[i] = (char)('0' + number - rest * 10);
		number = rest;
		w->at--;
		if (!rest)
			break;
	}
	return path_word(w, to, 0x5b3a000000000000, 2);
}

/*
 * Puts the kind of a namespace before the text: the name of its operations,
 * their first member. The file's inode points to the namespace.
 */
static inline long path_namespace(struct path_walk *w, word to)
{
	enum { KIND_BYTES = 32 };
	word len;
	char *p;

	if (read_member(w, &w->read, w->dentry, w->inode_offs, 1) ||
	    read_member(w, &w->read, w->read, w->path_offs, 2) ||
	    read_member(w, &w->read, w->read, w->path_offs, 3) ||
	    read_word(&w->read, w->read, &w->fault))
		return -1;
	w->fault = w->read;
	/* its length: the beginning of @to is free */
	len = bpf_probe_read_kernel_str(AT(to, -1), KIND_BYTES,
					(const void *)w->read) - 1;
	if ((long)len < 0)
		return -1;
	w->at -= len;
	p = AT(to + w->at, -1);
	HIDE(len);
	len &= KIND_BYTES - 1;
	return bpf_probe_read_kernel(p, (unsigned int)len,
				     (const void *)w->read);
}

/* Puts "anon_inode:" before the text. */
static inline long path_anon(struct path_walk *w, word to)
{
	path_word(w, to, 0x3a65646f6e695f6e, 8);
	return path_word(w, to, 0x6f6e610000000000, 3);
}

/* Names a file that has no path. */
LIB(path_special) long path_special(word state, word to)
{
	struct path_walk *w = (struct path_walk *)AT(state, -1);
	word kind = w->kind;

	if (kind < PATH_ANON) {
		path_number(w, to);
		if (kind == PATH_NAMESPACE)
			return path_namespace(w, to);
		if (kind == PATH_PIPE)
			return path_word(w, to, 0x6570697000000000, 4);
		return path_word(w, to, 0x74656b636f730000, 6);
	}
	if (kind == PATH_PROCESS) {
		path_word(w, to, 0x5d64666469705b00, 7);
		return path_anon(w, to);
	}
	if (path_name(w, w->dentry, to))
		return -1;
	if (kind == PATH_MEMORY)
		return path_word(w, to, (word)'/' << 56, 1);
	return path_anon(w, to);
}

/*
 * What is called here calls no function: the kernel takes at least 32 of 512
 * bytes for each one in a chain of calls, and programs have 448.
 *
 * Writes the name of a file, from w->at to @to + PATH_TEXT_BYTES. A path that
 * is too long, or has more than PATH_PART_MAX parts, is <unknown>.
 */
LIB(path_text) long path_text(word state, word to)
{
	struct path_walk *w = (struct path_walk *)AT(state, -1);
	long err = 0;

	if (path_begin(state))
		return -1;
	if (w->kind == PATH_DELETED || w->kind == PATH_MEMORY) {
		path_word(w, to, 0x29646574656c6564, 8);
		path_word(w, to, 0x2820000000000000, 2);
	}
	if (w->kind >= PATH_PIPE)
		return path_special(state, to);
	for (int i = 0; i < PATH_PART_MAX; i++) {
		err = path_part(state, to);
		if (err)
			break;
	}
	if (err < 0)
		return -1;
	if (err != 1) {
		w->at = PATH_TEXT_BYTES;
		path_word(w, to, 0x3e6e776f6e6b6e75, 8);
		return path_word(w, to, (word)'<' << 56, 1);
	}
	if (w->at == PATH_TEXT_BYTES)
		path_word(w, to, (word)'/' << 56, 1);
	return 0;
}

/* The arguments and the state of cgroup_text(). */
struct cgroup_walk {
	word node; /* struct kernfs_node *, the cgroup's directory */
	word offs; /* of its parent and its name */
	word at; /* position in @to where the text begins */
	word fault;
	word parent, name;
};

/* Adds one part with its slash. Returns 1 at the root. */
LIB(cgroup_part) long cgroup_part(word state, word to)
{
	struct cgroup_walk *w = (struct cgroup_walk *)AT(state, -1);
	word at, len;
	char *p;

	if (read_word(&w->parent, w->node + off_of(w->offs, 0), &w->fault) ||
	    read_word(&w->name, w->node + off_of(w->offs, 1), &w->fault))
		return -1;
	if (!w->parent)
		return 1;
	w->fault = w->name;
	/* its length: the beginning of @to is still free */
	len = bpf_probe_read_kernel_str(AT(to, -1), SCRATCH_STEP,
					(const void *)w->name) - 1;
	if ((long)len < 0)
		return -1;
	at = w->at - len;
	if (w->at > PATH_TEXT_BYTES || at < SCRATCH_STEP + 8)
		return 2;
	p = AT(to + at, -1);
	HIDE(len);
	len &= 0xff;
	if (bpf_probe_read_kernel(p, (unsigned int)len, (const void *)w->name))
		return -1;
	*(char *)AT(to + at - 1, -1) = '/';
	w->at = at - 1;
	w->node = w->parent;
	return 0;
}

/*
 * Writes the name of a cgroup, relative to the root of its hierarchy, from
 * w->at to @to + PATH_TEXT_BYTES; <unknown> if it is too long.
 */
LIB(cgroup_text) long cgroup_text(word state, word to)
{
	struct cgroup_walk *w = (struct cgroup_walk *)AT(state, -1);
	long err = 0;

	w->at = PATH_TEXT_BYTES;
	for (int i = 0; i < CGROUP_PART_MAX; i++) {
		err = cgroup_part(state, to);
		if (err)
			break;
	}
	if (err < 0)
		return -1;
	if (err != 1) {
		w->at = PATH_TEXT_BYTES - 9;
		*(word *)AT(to + PATH_TEXT_BYTES - 8, -1) = 0x3e6e776f6e6b6e75;
		*(char *)AT(to + PATH_TEXT_BYTES - 9, -1) = '<';
	} else if (w->at == PATH_TEXT_BYTES) {
		w->at = PATH_TEXT_BYTES - 1;
		*(char *)AT(to + PATH_TEXT_BYTES - 1, -1) = '/';
	}
	return 0;
}

/* The arguments and the result of open_file(). */
struct open_file {
	word task, fd, offs;
	word file;
	word fault, read;
};

/* Finds the struct file of a process's file descriptor; 0 if it is not open. */
LIB(open_file) long open_file(word state)
{
	struct open_file *w = (struct open_file *)AT(state, -1);

	w->file = 0;
	if (read_word(&w->read, w->task + off_of(w->offs, 0), &w->fault))
		return -1;
	if (!w->read)
		return 0;
	if (read_word(&w->file, w->read + off_of(w->offs, 1), &w->fault) ||
	    read_word(&w->read, w->file + off_of(w->offs, 2), &w->fault))
		return -1;
	if (w->fd >= (unsigned int)w->read) {
		w->file = 0;
		return 0;
	}
	if (read_word(&w->read, w->file + off_of(w->offs, 3), &w->fault))
		return -1;
	return read_word(&w->file, w->read + w->fd * 8, &w->fault);
}

/* The arguments and the result of bio_dentry(). */
struct bio_file {
	word bio, bio_offs, page_offs, dentry_offs;
	word dentry;
	word fault, read, at;
};

enum {
	PAGE_HEAD_OFF = 8, /* in struct page; bit 0: it is a tail page */
	PAGE_MAPPING_FLAGS = 3, /* anonymous memory, or a driver's */
	BIO_VEC_BYTES = 16,
	BIO_PAGE_PINNED = 1, /* pinned user memory: direct I/O */
	MODE_TYPE = 0170000,
	MODE_REGULAR = 0100000,
};

/*
 * Returns the address_space whose pages are read or written, or 0 if they are
 * not a file's.
 */
static inline word bio_mapping(struct bio_file *w)
{
	word bio = w->bio;

	if (read_word(&w->read, bio + off_of(w->bio_offs, 1), &w->fault) ||
	    !(unsigned int)w->read || /* bi_size */
	    read_word(&w->read, bio + off_of(w->bio_offs, 3), &w->fault) ||
	    w->read & BIO_PAGE_PINNED ||
	    read_word(&w->at, bio + off_of(w->bio_offs, 2), &w->fault) ||
	    read_word(&w->read, bio + off_of(w->bio_offs, 0), &w->fault) ||
	    read_word(&w->at, w->read + (unsigned int)w->at * BIO_VEC_BYTES,
		      &w->fault) ||
	    read_word(&w->read, w->at + PAGE_HEAD_OFF, &w->fault))
		return 0;
	if (w->read & 1)
		w->at = w->read - 1;
	if (read_word(&w->read, w->at + off_of(w->page_offs, 0), &w->fault) ||
	    w->read & PAGE_MAPPING_FLAGS)
		return 0;
	return w->read;
}

/*
 * Finds a name of the regular file whose pages a struct bio reads or writes:
 * its struct dentry, or 0 if there is none or it cannot be found.
 */
LIB(bio_dentry) long bio_dentry(word state)
{
	struct bio_file *w = (struct bio_file *)AT(state, -1);
	word mapping = bio_mapping(w), dentry;

	w->dentry = 0;
	if (!mapping ||
	    read_word(&w->at, mapping + off_of(w->page_offs, 1), &w->fault) ||
	    !w->at ||
	    read_word(&w->read, w->at + off_of(w->page_offs, 2), &w->fault) ||
	    (w->read & MODE_TYPE) != MODE_REGULAR ||
	    read_word(&w->read, w->at + off_of(w->page_offs, 3), &w->fault) ||
	    !w->read)
		return 0;
	dentry = w->read - off_of(w->dentry_offs, 0);
	if (!read_word(&w->read, dentry + off_of(w->dentry_offs, 1),
		       &w->fault) &&
	    w->read == w->at)
		w->dentry = dentry;
	return 0;
}

#endif
