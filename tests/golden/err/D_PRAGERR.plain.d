/*
 * @exit 1
 */
#error stop here
BEGIN {}
