/*
 * What is no line of the preprocessor.
 *
 * @exit 1
 */
#assert x
BEGIN {}
