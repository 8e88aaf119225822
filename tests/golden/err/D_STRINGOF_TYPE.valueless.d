/*
 * @exit 1
 */
BEGIN { @a = count(); x = stringof(@a); }
BEGIN { x = stringof(trace(1)); }
