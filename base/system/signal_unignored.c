// SPDX-License-Identifier: BSD-2-Clause
#include "base/system/signal_unignored.h"

#include <signal.h>
#include <stddef.h>

void signal_catch_unignored(int number, const struct sigaction *action)
{
	struct sigaction before;

	if (!sigaction(number, NULL, &before) && before.sa_handler != SIG_IGN)
		sigaction(number, action, NULL);
}
