/*
 * Lines of a user probe: its probe id, function and name; the message when the
 * process ends.
 * @trigger loop 2
 * @filter cpu pid
 */
loop$target:::tick { trace(arg0); }
loop$target:::signed-value { trace(arg0); }
loop$target:::done { }
