/*
 * %I: an address by its name in /etc/hosts; %P: a port by its service. Those
 * without a name are printed unchanged, also as a key.
 */
#pragma D option quiet

BEGIN
{
	printf("%I %I [%-12I] [%12I]\n", "127.0.0.1", "192.0.2.17", "192.0.2.17", "::2");
	printf("%P [%-7P] [%7P]\n", 65117, 65117, 65118);
	@a["127.0.0.1", 65117] = count();
	printa("%I %P %@u\n", @a);
	exit(0);
}
