/*
 * @args providers
 * @exit 1
 */
provider p { probe a(); probe a(int); };
