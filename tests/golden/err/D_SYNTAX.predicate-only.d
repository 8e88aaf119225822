/*
 * @exit 1
 */
BEGIN /1/;
END {}
