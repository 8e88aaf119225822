/*
 * @args providers
 * @exit 1
 */
provider p { probe a(int f(int)); };
