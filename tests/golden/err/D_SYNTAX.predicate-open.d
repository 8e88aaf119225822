/*
 * @exit 1
 */
BEGIN
/x