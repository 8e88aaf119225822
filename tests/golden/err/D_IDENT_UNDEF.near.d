/*
 * @exit 1
 */
BEGIN { start = timestamp; }
BEGIN { trace(strat); trace(timestmap); trace(execnam); }
