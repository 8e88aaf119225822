/* @args ast -n */
BEGIN, END { trace(1) } int*:::x
