// SPDX-License-Identifier: BSD-2-Clause
#include "runtime/provider/user.h"

#include <errno.h>
#include <unistd.h>

#include "sdt/process.h"

pid_t prov_filter_pid(uint32_t tgid)
{
	pid_t pid = (pid_t)tgid;

	return pid && sdt_process_task(pid) != pid ? 0 : pid;
}

enum kern_backend prov_backend(const struct prov_env *env)
{
	return env->options->value[OPT_nouprobemulti] ? KERN_UPROBE_PERF :
							kern_backend();
}

int prov_file_number(struct map *numbers, int fd, struct stat *st_ret)
{
	struct stat st;
	uint64_t key[2];
	void **slot;

	if (fstat(fd, &st)) {
		int err = -errno;

		close(fd);
		return err;
	}
	key[0] = st.st_dev;
	key[1] = st.st_ino;
	slot = map_put(numbers, key, sizeof(key));
	if (*slot) {
		close(fd);
	} else {
		*slot = (void *)(uintptr_t)numbers->cnt;
		*st_ret = st;
	}
	return (int)(uintptr_t)*slot - 1;
}
