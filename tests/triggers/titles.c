// SPDX-License-Identifier: BSD-2-Clause
/*
 * titles: writes titles over its arguments, as servers do for ps(1), and calls
 * getppid(2) after each: a short one, then one that continues in the
 * environment.
 */
#include <string.h>
#include <unistd.h>

static const char title[] = "titles: a longer one than all the arguments";

int main(int argc, char **argv, char **envp)
{
	char *end = argv[argc - 1] + strlen(argv[argc - 1]) + 1;
	char *last = end;

	for (char **env = envp; *env; env++)
		last = *env + strlen(*env) + 1;
	getppid();
	memset(argv[0], 0, (size_t)(end - argv[0]));
	strcpy(argv[0], "short");
	getppid();
	if ((size_t)(last - argv[0]) < sizeof(title))
		return 1;
	memset(argv[0], 0, (size_t)(last - argv[0]));
	strcpy(argv[0], title);
	getppid();
	return 0;
}
