/*
 * @exit 1
 */
struct later;
void f(int);
BEGIN
{
	print((void *)0);
	print((struct later *)0);
	print((int (*)(void))0);
	print(stack());
	print(sym(0));
	print();
	print(1, 2);
}
