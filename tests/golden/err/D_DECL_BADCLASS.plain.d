/*
 * @exit 1
 */
static int x;
BEGIN {}
