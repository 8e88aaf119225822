/*
 * @exit 1
 */
BEGIN { if (1) { trace(1) } else if { trace(2) } exit(0) }
END { if (1) trace(1) else trace(2); exit(0); }
