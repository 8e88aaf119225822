// SPDX-License-Identifier: BSD-2-Clause
#include "base/system/end_signals.h"

const int end_signals[END_SIGNAL_CNT] = { SIGINT, SIGTERM, SIGHUP };

void end_signals_set(sigset_t *set)
{
	sigemptyset(set);
	for (int i = 0; i < END_SIGNAL_CNT; i++)
		sigaddset(set, end_signals[i]);
}
