/*
 * A firing that sleeps in the middle of its program, and the same program of
 * another thread on the same CPU meanwhile: each keeps its own values.
 * @needs uprobe_multi
 * @trigger faults 500
 */
#pragma D option quiet

faults$target:::fire
{
	this->number = arg0;
	this->text = copyinstr(arg1);
	this->kind = this->number >= 1000000 ? "second" : "first";
	this->wanted = strjoin(this->kind, strjoin(" ", lltostr(this->number % 1000000)));
	@whole[this->kind, this->number == arg0, arg0 == arg2, this->text == this->wanted] = count();
}
END { printa("%s %d %d %d %@d\n", @whole); }
