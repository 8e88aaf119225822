/*
 * @args providers
 * @exit 1
 */
provider p { };
provider p { };
