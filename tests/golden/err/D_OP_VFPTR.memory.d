/*
 * @exit 1
 */
BEGIN
{
	(*(void **)alloca(8))++;
	*(void **)alloca(8) += 1;
}
