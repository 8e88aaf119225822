/*
 * Of two probes on one event each has its own count: between two firings of
 * the one there are as many of the other as its count says, on each CPU.
 * @trigger counts page_faults 2000
 */
#pragma D option quiet

int faults[int], seventh[int];

cpc:::page_faults-all-1
{
	faults[cpu]++;
}

cpc:::page_faults-all-7
/seventh[cpu]/
{
	@between["faults between two sevenths:", faults[cpu] - seventh[cpu]] = max(1);
}

cpc:::page_faults-all-7
{
	seventh[cpu] = faults[cpu];
}
