/*
 * Speculative records are printed at the commit, in order, each line with the
 * probe that made it. A clause with only speculate() records its firing; those
 * with only commit() or discard() print no line.
 * @args -x nspec=3
 * @filter cpu pid
 * @trigger loop 2
 */
BEGIN { trace(speculation()); trace(speculation()); trace(speculation()); }
loop$target:::tick { speculate(1); printf("kept %d", arg0); }
loop$target:::tick { speculate(2); printf("thrown away %d", arg0); }
loop$target:::signed-value { speculate(1); }
loop$target:::tick { printf("not speculative %d", arg0); }
loop$target:::tick { speculate(0); trace("lost: id 0"); }
loop$target:::tick { speculate(4); trace("lost: no such id"); }
loop$target:::tick { speculate(2147483647); trace("lost: far from all"); }
loop$target:::done { speculate(3); trace("committed by END"); trace(12L); }
loop$target:::done { discard(2); }
loop$target:::done { commit(1); }
loop$target:::done { speculate(1); trace("lost: after commit"); }
loop$target:::done { speculate(2); trace("lost: after discard"); }
loop$target:::done { trace("end of the run"); }
END { commit(2); }
END { commit(3); }
