#!/usr/sbin/dtrace -s
/*
 * Accepted, established and refused connections, by their sequence of states.
 * @trigger sockets
 * @lock sockets
 */
#pragma D option quiet

tcp:::accept-established
/args[3]->tcps_laddr == "127.83.19.7"/
{
	@["accepted from", args[3]->tcps_raddr] = count();
}

tcp:::connect-established
/args[3]->tcps_raddr == "127.83.19.7"/
{
	@["connected to", args[3]->tcps_raddr] = count();
}

tcp:::connect-refused
/args[3]->tcps_raddr == "127.83.19.7"/
{
	@["refused by", args[3]->tcps_raddr] = count();
}

END
{
	printa("%s %s: %@d\n", @);
}
