/*
 * @args providers
 * @exit 1
 */
this is no provider
provider p { probe x(); };
