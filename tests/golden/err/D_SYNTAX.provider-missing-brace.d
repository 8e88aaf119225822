/*
 * @args providers
 * @exit 1
 */
provider p { probe x();
provider q { probe y(); };
