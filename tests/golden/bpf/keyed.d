/* two keys, zero bytes between and behind them; a subprogram inserts */
test:::probe
{
	@[(char)arg0, pid] = sum(arg1);
}
