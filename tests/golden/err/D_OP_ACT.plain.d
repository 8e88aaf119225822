/*
 * @exit 1
 */
BEGIN { x = trace(1) + 1; }
BEGIN { !exit(0); }
BEGIN /1 && stop()/ { }
