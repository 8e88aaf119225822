/*
 * @exit 1
 */
BEGIN { @calls = count(); clear(@cals); }
