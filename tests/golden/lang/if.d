BEGIN
{
	if (1) trace(1);
	if (2) { trace(2) } else trace(3);
	if (3) { } else if (4) { trace(4); trace(5); } else { trace(6) }
	if (5) if (6) trace(7); else trace(8);
}
