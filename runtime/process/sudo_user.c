// SPDX-License-Identifier: BSD-2-Clause
/*
 * Everything is looked up before the fork, since a child of a process with
 * threads may not ask the user database; the child only makes system calls
 * and sets its environment.
 */
#define _GNU_SOURCE
#include "runtime/process/sudo_user.h"

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"

struct process_user {
	uid_t uid;
	gid_t gid;
	gid_t *groups; /* owned; the further ones */
	int group_cnt;
	char *name, *home; /* owned; NULL: there is no entry for the id */
};

/* A number below the one that means none. */
static int read_id(const char *variable, uid_t *ret)
{
	const char *text = getenv(variable);
	unsigned long number;
	char *end;

	if (!text || *text < '0' || *text > '9')
		return -EINVAL;
	errno = 0;
	number = strtoul(text, &end, 10);
	if (errno || *end || number >= (uid_t)-1)
		return -EINVAL;
	*ret = (uid_t)number;
	return 0;
}

static void find_groups(struct process_user *user)
{
	user->group_cnt = 1;
	user->groups = xcalloc(1, sizeof(gid_t));
	user->groups[0] = user->gid;
	while (user->name && getgrouplist(user->name, user->gid, user->groups,
					  &user->group_cnt) < 0)
		user->groups = xrealloc_array(user->groups,
					      (size_t)user->group_cnt,
					      sizeof(gid_t));
}

int process_user_caller(struct process_user **ret)
{
	struct process_user *user;
	const struct passwd *entry;
	uid_t uid, gid;

	if (read_id("SUDO_UID", &uid) || read_id("SUDO_GID", &gid))
		return -EINVAL;
	user = xcalloc(1, sizeof(*user));
	user->uid = uid;
	user->gid = gid;
	entry = getpwuid(uid);
	if (entry) {
		user->name = xstrdup(entry->pw_name);
		user->home = xstrdup(entry->pw_dir);
	}
	find_groups(user);
	*ret = user;
	return 0;
}

void process_user_destroy(struct process_user *user)
{
	if (!user)
		return;
	free(user->groups);
	free(user->name);
	free(user->home);
	free(user);
}

int process_user_become(const struct process_user *user)
{
	if (setgroups((size_t)user->group_cnt, user->groups) ||
	    setresgid(user->gid, user->gid, user->gid) ||
	    setresuid(user->uid, user->uid, user->uid))
		return -1;
	if (user->name && (setenv("USER", user->name, 1) ||
			   setenv("LOGNAME", user->name, 1) ||
			   setenv("HOME", user->home, 1)))
		return -1;
	return 0;
}
