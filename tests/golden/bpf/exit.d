/*
 * @args -b
 * BEGIN runs before the session is active; exit() changes the state after its record
 */
BEGIN
{
	exit(1);
}
