/*
 * int says nothing beside short and long alone.
 *
 * @exit 1
 */
float int a;
double int b;
int string c;
signed string d;
long int unsigned e;
BEGIN {}
