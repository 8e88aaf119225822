/* @filter cpu */
BEGIN
{
	trace(1);
	trace((char)-1);
	trace((short)-1);
	trace(-1L);
	trace(1UL);
	trace("str");
	trace((uint8_t)200);
	trace((uint16_t)60000);
	trace(4000000000);
	exit(0);
}
