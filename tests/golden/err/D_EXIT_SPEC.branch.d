/*
 * @exit 1
 */
BEGIN { if (pid) { speculate(1); } exit(0); }
