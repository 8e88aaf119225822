/*
 * A random half of the firings: rand() is never negative, so the share is right.
 * @trigger loop 1000
 */
#pragma D option quiet

loop$target:::tick
{
	this->r = rand();
	negative += this->r < 0;
	large += this->r > 0x3fffffff;
}

loop$target:::tick
/rand() % 10 < 5/
{
	half++;
}

END
{
	printf("%d negative, %s\n", negative, large > 350 && large < 650 ? "of all sizes" : "of some sizes");
	printf("%s\n", half > 350 && half < 650 ? "a half" : "no half");
}
