/*
 * @exit 1
 */
BEGIN { setopt("quiet", 1); }
