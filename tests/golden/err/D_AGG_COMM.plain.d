/*
 * @exit 1
 */
BEGIN { commit(1); @a = count(); }
