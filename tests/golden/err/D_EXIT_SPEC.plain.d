/*
 * @exit 1
 */
BEGIN { speculate(1); exit(0); }
