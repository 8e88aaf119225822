/*
 * @exit 1
 */
BEGIN { @a = count(); x = strlen(@a); }
BEGIN { x = strlen(exit(0)); }
BEGIN { a[trace(1)] = 1; }
BEGIN { @b[@b] = count(); }
