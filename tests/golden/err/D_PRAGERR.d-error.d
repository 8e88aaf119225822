/*
 * @exit 1
 */
#pragma D error stop here
BEGIN {}
