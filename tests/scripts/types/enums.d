/*
 * Enumerations: values, keys, comparisons, a name by an inline.
 * @trigger loop 10
 */
#pragma D option quiet

enum colour { RED = 1, GREEN, BLUE = 10, LAST };
typedef enum colour colour_t;

inline string name[int c] = c == RED ? "RED" : c == GREEN ? "GREEN" : c == BLUE ? "BLUE" : "?";

loop$target:::tick
{
	this->c = copyinstr(arg2) == "red" ? RED : copyinstr(arg2) == "green" ? GREEN : BLUE;
	@[(colour_t)this->c] = count();
	@named[name[this->c]] = count();
}

END
{
	printa("%d: %@d\n", @);
	printa("%s: %@d\n", @named);
	printf("%d %d\n", LAST, BLUE > GREEN);
}
