/* Names of types from other systems. */
#pragma D option quiet
timespec_t ts; timeval_t tv;
BEGIN
{
	printf("%d %d %d %d\n", sizeof(boolean_t), sizeof(hrtime_t), sizeof(longlong_t), sizeof(offset_t));
	printf("%d %d %d %d\n", sizeof(u_long), sizeof(u_int), sizeof(u_short), sizeof(u_char));
	printf("%d %d %d %d\n", sizeof(zoneid_t), sizeof(projid_t), sizeof(taskid_t), sizeof(lwpid_t));
	printf("%d %d %d %d %d\n", sizeof(id_t), sizeof(major_t), sizeof(minor_t), sizeof(ts), sizeof(tv));
	printf("%d %d %d %d %d\n", sizeof(ushort_t), sizeof(uint_t), sizeof(ulong_t), sizeof(u_longlong_t), sizeof(uchar_t));
	printf("%d %d %d %d %d\n", sizeof(in_port_t), sizeof(in_addr_t), sizeof(socklen_t), sizeof(useconds_t), sizeof(off64_t));
	printf("%d %d %d %d\n", (hrtime_t)-1 < 0, (u_long)-1 < 0, (major_t)-1 > 0, (zoneid_t)-1 < 0);
	tv.tv_usec = 5; ts.tv_nsec = 6;
	printf("%d\n", tv.tv_usec + ts.tv_nsec);
	exit(0);
}
