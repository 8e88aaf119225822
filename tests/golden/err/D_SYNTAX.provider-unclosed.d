/*
 * @args providers
 * @exit 1
 */
provider p {
	probe one(int x
	probe two(int);
	probe three(int)
};
