/*
 * Inlines with parameters, one using the other.
 * @trigger loop 5
 */
#pragma D option quiet

inline int square[int n] = n * n;
inline int even[int n] = (square[n] & 1) == 0;
inline string parity[int n] = even[n] ? "even" : "odd";

loop$target:::tick
{
	printf("%d %s\n", square[arg0], parity[arg0]);
}
