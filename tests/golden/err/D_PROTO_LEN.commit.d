/*
 * @exit 1
 */
BEGIN { commit(); }
