/* @exit 1 */
BEGIN { trace(strlen()); }
BEGIN { trace(strjoin("a")); }
BEGIN { trace(strjoin("a", "b", "c")); }
BEGIN { trace(substr("a")); }
BEGIN { trace(index("a", "b", 1, 2)); }
BEGIN { trace(rand(1)); }
BEGIN { trace(lltostr(1, 2, 3)); }
BEGIN { trace(basename("a", "b")); }
BEGIN { trace(htons()); }
