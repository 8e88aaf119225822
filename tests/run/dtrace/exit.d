/*
 * exit() alone makes a record: the header, its line, the newline at the end.
 * @filter cpu
 */
BEGIN
{
	exit(0);
}
