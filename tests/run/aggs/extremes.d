/*
 * Extreme values: min and max of the smallest and largest integers, sums that
 * wrap.
 * @trigger widths
 */
#pragma D option quiet

widths$target:::negative { @min = min(arg3); @max = max(arg3); @sum = sum(arg3); }
widths$target:::constant { @min = min(arg4); @max = max(arg4); @sum = sum(arg4); @avg = avg(arg4); }
widths$target:::constant { @hugesum = sum(arg4); @hugesum = sum(1); }
