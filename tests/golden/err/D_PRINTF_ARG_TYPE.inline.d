/*
 * What does not fit is shown where the inline is used.
 *
 * @exit 1
 */
inline string NAMED = execname;

BEGIN { printf("%d", NAMED); }
