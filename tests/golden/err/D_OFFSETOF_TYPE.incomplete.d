/*
 * @exit 1
 */
BEGIN { trace(offsetof(struct nowhere, member)); }
