/*
 * Name and number of each probe: the same at each firing.
 * @trigger loop 4
 */
#pragma D option quiet

uint_t last_id, first_epid;

loop$target:::tick
{
	same += id == last_id;
	last_id = id;
	epid_sum += epid == first_epid || first_epid == 0;
	first_epid = epid;
	@[probeprov == strjoin("loop", lltostr($target)), probemod, probefunc, probename] = count();
}

END
{
	printf("%d %d\n", same, epid_sum);
}
