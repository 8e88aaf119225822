/*
 * @exit 1
 */
BEGIN { s = "x"; s++; --self->t[1]; a[1] = "y"; a[1]--; }
