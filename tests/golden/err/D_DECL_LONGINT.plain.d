/*
 * @exit 1
 */
short double x;
long float y;
BEGIN {}
