/*
 * @exit 1
 */
BEGIN { @a = count(); x = 1 + @a; }
BEGIN { @a = count(); y = !@a; }
