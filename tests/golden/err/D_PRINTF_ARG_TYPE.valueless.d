/*
 * @exit 1
 */
BEGIN { @a = count(); printf("%d", @a); }
BEGIN { printf("%d", trace(1)); }
