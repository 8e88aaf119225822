/*
 * @exit 1
 */
long char x;
BEGIN {}
