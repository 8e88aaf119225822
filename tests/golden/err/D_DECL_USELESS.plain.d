/*
 * @exit 1
 */
int;
BEGIN {}
