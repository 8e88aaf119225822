/*
 * @exit 1
 */
BEGIN { freopen("dir/"); }
BEGIN { freopen("."); }
BEGIN { freopen("dir/.."); }
BEGIN { freopen("a\0b"); }
