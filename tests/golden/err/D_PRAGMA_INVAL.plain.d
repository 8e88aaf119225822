/*
 * @exit 1
 */
#pragma D nonsense
BEGIN {}
