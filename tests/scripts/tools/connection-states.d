#!/usr/sbin/dtrace -s
/*
 * Connections as they change from state to state.
 * @trigger sockets
 * @lock sockets
 */
#pragma D option quiet
#pragma D option aggsortkey

tcp:::state-change
/args[3]->tcps_laddr == "127.83.19.8" && args[3]->tcps_raddr == "127.83.19.7"/
{
	@[tcp_state_string[args[5]->tcps_state], tcp_state_string[args[3]->tcps_state]] = count();
}

END
{
	printa("%s > %s: %@d\n", @);
}
