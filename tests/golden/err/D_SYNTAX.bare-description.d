/*
 * @exit 1
 */
BEGIN
END {}
