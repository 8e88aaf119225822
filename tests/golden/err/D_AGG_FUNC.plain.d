/*
 * @exit 1
 */
BEGIN
{
	@a = trace(1);
	@a = 5;
	@a += 1;
}
BEGIN
{
	@start[tid] = timestamp;
	@count[pid, tid] = 1;
	@ = 1;
}
