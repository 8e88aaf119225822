/*
 * The intermediate code as built, without dead code, with registers.
 * @args -i iom
 */
int seen;

test:::probe
/(uint8_t)arg1 > 3/
{
	seen++;
	@ = sum(htonll(-arg2));
}
