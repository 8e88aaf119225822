/*
 * @args providers
 * @exit 1
 */
provider p {
	probe x;
	probe y();
	probe (int);
	x y;
};
