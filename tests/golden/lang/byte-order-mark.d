/*
 * A byte order mark in front.
 */
BEGIN { x = 1; }
