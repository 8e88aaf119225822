/*
 * A profile of the user's code by stacks: all samples have the function that computes on top.
 * @trigger work cpu:60
 * @awk /step_cpu/ { on_top = prev == ""; if (on_top) top++ } { prev = $0 } END { print (top > 0) }
 * @lock stacks
 */
#pragma D option quiet

profile-997
/pid == $target && arg1/
{
	@[ustack(2)] = count();
}
