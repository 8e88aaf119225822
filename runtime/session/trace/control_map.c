// SPDX-License-Identifier: BSD-2-Clause
#include "runtime/session/trace/control_map.h"

#include <stdlib.h>

#include "base/system/clock.h"
#include "runtime/common/record.h"
#include "runtime/kernel/map/maps.h"
#include "runtime/session/session_state.h"

volatile struct rt_control *session_control(struct session *session)
{
	return kern_maps_find(&session->loaded.maps, MAP_CONTROL, 0)->mem;
}

void session_stop_firing(struct session *session)
{
	uint32_t active = RT_ACTIVE;

	__atomic_compare_exchange_n(&session_control(session)->state, &active,
				    RT_STOPPING, false, __ATOMIC_SEQ_CST,
				    __ATOMIC_SEQ_CST);
}

/*
 * A smaller change may be the error of reading two clocks; a real one adds up.
 */
void session_tell_wall_clock(struct session *session)
{
	volatile struct rt_control *control = session_control(session);
	int64_t offset_ns = (int64_t)clock_ns(CLOCK_REALTIME) -
			    (int64_t)clock_ns(CLOCK_MONOTONIC);

	if (llabs(offset_ns - control->wall_offset_ns) > 1000000)
		control->wall_offset_ns = offset_ns;
}
