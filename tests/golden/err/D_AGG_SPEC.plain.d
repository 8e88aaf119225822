/*
 * @exit 1
 */
BEGIN { speculate(1); @a = count(); }
