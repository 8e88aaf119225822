/*
 * ?: in ?: with strings, numbers and predicates.
 * @trigger loop 6
 */
#pragma D option quiet

loop$target:::tick
/arg0 != (arg0 > 3 ? 4 : 1)/
{
	this->size = arg0 == 0 ? "none" :
	    arg0 < 2 ? "one" :
	    arg0 < 4 ? "some" : "many";
	printf("%s%s\n", this->size, arg0 == 5 ? "" : ",");
}
