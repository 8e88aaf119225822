/*
 * @exit 1
 */
BEGIN
{
	trace(args[pid]);
	trace(args["x"]);
	trace(args[0, 1]);
}
