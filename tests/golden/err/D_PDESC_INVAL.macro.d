/*
 * @args typed -- x:y
 * @exit 1
 */
a$1:x {}
