/* too large for the stack: a scratch slot is taken and given back; user memory is faulted in */
test:::probe
{
	printf("%s %s", copyinstr(arg0), copyinstr(arg3));
}
