/*
 * setopt() takes effect at its record. Options that can't be set while probes
 * fire are refused with a message, and the run goes on.
 * @filter cpu
 */
BEGIN { trace(1); }
BEGIN { setopt("quiet"); printf("its line was begun with columns"); }
BEGIN { printf("quiet\n"); trace("ab"); }
BEGIN { printf("\n"); setopt("rawbytes", "yes"); trace("ab"); }
BEGIN { setopt("rawbytes", "0"); setopt("quiet", "off"); }
BEGIN { trace("columns again"); }
BEGIN { setopt("nosuch"); setopt("quiet", "perhaps"); setopt("strsize", "8"); }
BEGIN { @a["x"] = sum(2); @a["y"] = sum(1); setopt("aggsortrev"); }
BEGIN { exit(0); }
