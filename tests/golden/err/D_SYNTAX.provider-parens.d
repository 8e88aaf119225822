/*
 * @args providers
 * @exit 1
 */
provider p {
	probe a(int);
	probe b(nosuch_t *, int
};
provider q { probe c(int); };
