/*
 * @args typed
 * @exit 1
 */
BEGIN { trace(x); trace(self->y); y = undefined; }
BEGIN { x = 1; self->y = 2; }
