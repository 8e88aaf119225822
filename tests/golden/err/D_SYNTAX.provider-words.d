/*
 * @args providers
 * @exit 1
 */
some text
provider p { probe x(); };
