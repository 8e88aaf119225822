/*
 * @exit 1
 */
BEGIN { trace('123456789'); }
