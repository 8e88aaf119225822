/* signed division by magnitudes; a fault when the divisor is 0 */
test:::probe
{
	@ = sum(arg1 / arg2);
}
