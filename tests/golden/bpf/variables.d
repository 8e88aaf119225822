/*
 * Globals and elements: one atomic operation where the value is not used;
 * this-> in registers.
 */
int small;

test:::probe
{
	n++;
	small -= arg0;
	a[pid]++;
	this->x = arg1;
	this->x += 2;
	n = this->x;
}
