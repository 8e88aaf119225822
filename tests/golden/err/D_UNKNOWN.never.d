/*
 * @exit 1
 */
BEGIN { panic(); }
BEGIN { breakpoint(); }
BEGIN { return(0); }
BEGIN { trace(panic()); }
BEGIN { pcap(arg0, 1); }
BEGIN { trace(vmregs[0]); }
