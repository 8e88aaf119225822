/* a constant is compared word by word */
test:::probe
/execname == "postgres" && arg1 > 3/
{
	@ = count();
}
