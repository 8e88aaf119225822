// SPDX-License-Identifier: BSD-2-Clause
#include "base/system/child_signals.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

static const int numbers[] = { SIGCHLD, SIGPIPE, SIGXFSZ };
enum { NUMBER_CNT = sizeof(numbers) / sizeof(numbers[0]) };

static bool was_ignored[NUMBER_CNT];

void child_signals_init(void)
{
	struct sigaction action;

	for (int i = 0; i < NUMBER_CNT; i++)
		was_ignored[i] = !sigaction(numbers[i], NULL, &action) &&
				 action.sa_handler == SIG_IGN;
	signal(SIGCHLD, SIG_DFL);
}

void child_signals_restore(void)
{
	for (int i = 0; i < NUMBER_CNT; i++)
		signal(numbers[i], was_ignored[i] ? SIG_IGN : SIG_DFL);
}
