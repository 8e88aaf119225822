/*
 * A name used as an enumerator of the kernel can't become a variable.
 * @exit 1
 */
BEGIN /TCP_FIN_WAIT1 == 4/ { trace(1); }
BEGIN { TCP_FIN_WAIT1 = 5; exit(0); }
