/* @exit 1 */
BEGIN { trace(strjoin("a", 1)); }
BEGIN { trace(substr("a", "b")); }
BEGIN { trace(strchr("a", "b")); }
BEGIN { trace(toupper(pid)); }
BEGIN { trace(htonl("a")); }
BEGIN { trace(rindex("a", 1)); }
BEGIN { trace(strtoll(12)); }
BEGIN { trace(lltostr("12")); }
