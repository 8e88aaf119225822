/*
 * @args providers
 * @exit 1
 */
provider p { probe a(int x) : (int x, int y); };
