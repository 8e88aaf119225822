/*
 * @exit 1
 */
self int x
io:::start
/self->x/
{
	trace(1);
}
END { trace(2); }
