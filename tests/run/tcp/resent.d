/*
 * Data that is sent again is, and only that: not the question whether the other side is there, whose number is an old
 * one.
 * @trigger resent
 * @lock resent
 */
#pragma D option quiet

tcp:::send
/args[2]->ip_daddr == "127.83.19.17" && !(args[4]->tcp_flags & (TH_SYN | TH_FIN | TH_RST))/
{
	this->bytes = args[2]->ip_plength - args[4]->tcp_offset;
	this->is_old = (int)(args[4]->tcp_seq - args[3]->tcps_snxt) < 0;
}

tcp:::send
/args[2]->ip_daddr == "127.83.19.17" && !(args[4]->tcp_flags & (TH_SYN | TH_FIN | TH_RST)) &&
    (this->bytes || this->is_old)/
{
	@[this->bytes, this->is_old ? "old" : "new", args[3]->tcps_retransmit] = count();
}

END
{
	printa("%d bytes, %s, retransmit %d: %@d\n", @);
}
