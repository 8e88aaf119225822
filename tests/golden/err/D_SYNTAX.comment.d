/*
 * @exit 1
 */
BEGIN {}
/* no end
