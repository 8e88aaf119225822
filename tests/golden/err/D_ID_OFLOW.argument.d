/*
 * An argument in an argument: each level doubles it.
 * @exit 1
 */
inline int sq[int k] = k * k;

BEGIN
{
	trace(sq[sq[sq[sq[sq[sq[sq[sq[sq[sq[sq[sq[sq[sq[sq[sq[sq[sq[sq[sq[sq[sq[sq[sq[sq[sq[sq[sq[sq[sq[sq[sq[sq[sq[sq[sq[sq[sq[sq[sq[pid]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]);
}
