/*
 * Actions of the reader have rows of their own, even without output.
 * @trigger loop 3
 * @filter cpu pid
 */
loop$target:::tick { @a = count(); }
loop$target:::done { normalize(@a, 3); trunc(@a, 5); }
loop$target:::done { denormalize(@a); }
loop$target:::done { clear(@a); @a = count(); }
END { printa("%@d", @a); }
