/*
 * @exit 1
 */
self string s;
BEGIN /self->s/ { } BEGIN { a[1] = "x"; } BEGIN /a[1]/ { }
