/*
 * @exit 1
 */
unsigned void *x;
BEGIN {}
