/*
 * An aggregation is a statement of its own, no part of an expression.
 *
 * @exit 1
 */
BEGIN
/@a = count()/
{
	x = 1 ? @a = sum(1) : 0;
	@b = count(), @c = count();
}
