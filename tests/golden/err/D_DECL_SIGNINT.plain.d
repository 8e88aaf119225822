/*
 * @exit 1
 */
unsigned float x;
signed string y;
BEGIN {}
