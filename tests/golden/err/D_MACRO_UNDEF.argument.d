/*
 * @exit 1
 */
BEGIN { trace($1); trace($$nope); }
foo$2:::x {}
BEGIN { trace($targt); trace($$excname); }
