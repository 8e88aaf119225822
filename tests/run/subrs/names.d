/*
 * Names of numbers for systems without perl, with which number-names.sh compares.
 */
#pragma D option quiet

BEGIN { @[strerror(ENOENT), signame[SIGKILL], strerror(-EPERM), signame(100)] = count(); }
BEGIN /strerror[EPERM] == "Operation not permitted" && signame(SIGTERM) != "SIGHUP"/
{
	printf("%s %d\n", strftime("%d.%m.%Y", 1000000000000000000), cgroupid != 0);
	exit(0);
}
