/*
 * @exit 1
 */
int numbers[2];
long longs[2];

BEGIN
{
	printf("%ls %ws", numbers, numbers);
	printf("%ls", "narrow");
	printf("%s", numbers);
	printf("%ws", longs);
	printf("%lc", 1L);
}
