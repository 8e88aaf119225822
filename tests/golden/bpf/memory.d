/* -4@16(%rsp,%rbx,4), and a constant operand */
test:::probe
{
	@ = max(arg6 + arg7);
}
