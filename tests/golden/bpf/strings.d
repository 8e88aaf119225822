/*
 * A string variable has room for what is assigned to it; asking whether one
 * is set looks at its first word.
 */
test:::probe
{
	self->name = execname;
	last = "text";
}

test:::probe
/self->name != NULL && last == "text"/
{
	self->name = 0;
}
