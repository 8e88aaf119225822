/*
 * @exit 1
 */
BEGIN { trace(LATE); }
inline int LATE = 1;
BEGIN { trace(LATE); }
