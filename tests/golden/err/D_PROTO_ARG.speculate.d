/*
 * @exit 1
 */
BEGIN { speculate("1"); }
