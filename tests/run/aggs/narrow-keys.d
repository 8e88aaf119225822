/*
 * Narrow keys have the sign of their type: in output and in order.
 */
#pragma D option quiet

BEGIN
{
	@a[(int8_t)-1] = count();
	@a[(int8_t)1] = count();
	@a[(int8_t)-128] = count();
	@b[(uint8_t)250] = sum(1);
	@b[(uint8_t)5] = sum(1);
	@c[(int16_t)-5] = sum(1);
	@c[(int16_t)5] = sum(1);
	@d[(uint16_t)65535] = sum(1);
	@d[(uint16_t)7] = sum(1);
	@e[(int32_t)-7, (int64_t)-8] = sum(1);
	@e[(int32_t)-7, (int64_t)8] = sum(1);
	@e[(int32_t)7, (int64_t)8] = sum(1);
	printa("%d %@d\n", @a);
	exit(0);
}
