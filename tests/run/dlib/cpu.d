/*
 * curcpu and the values derived from it.
 */
#pragma D option quiet

cpuinfo_t *unused;

BEGIN
{
	printf("%d %d %d %d\n", curcpu->cpu_id == cpu, pset, chip, lgrp);
	printf("%d %d\n", sizeof(cpuinfo_t), xlate <cpuinfo_t> (cpu).cpu_id == cpu);
	printf("%d\n", curcpu->cpu_info.pi_state == P_ONLINE && P_ONLINE != P_OFFLINE);
	exit(0);
}
