/*
 * @args typed
 * @exit 1
 */
self string s;
BEGIN { self->s = 1; x = 2; x = "text"; x = (void)1; s++; pid++; }
