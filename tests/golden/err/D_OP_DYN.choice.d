/* @exit 1 */
BEGIN { x = 1; x ? @a = count() : 1; }
BEGIN { x ? @b : 1; trace(x ? 1 : @a); }
