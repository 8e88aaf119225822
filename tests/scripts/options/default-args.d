/*
 * defaultargs without any argument.
 */
#pragma D option quiet
#pragma D option defaultargs

BEGIN
{
	printf("[%d] [%s] [%d]\n", $1, $$2, $3 + 1);
	exit($4);
}
