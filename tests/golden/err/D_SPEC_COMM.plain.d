/*
 * @exit 1
 */
BEGIN { commit(1); speculate(1); }
