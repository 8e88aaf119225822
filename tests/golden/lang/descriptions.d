/* @args ast -- oo entry */
BEGIN {}
read:entry {}
libc:read:entry, syscall::r*[a-z]?\x:entry {}
:::a {}
a: {}
17 {}
pid$target:a.out:f$1:$2-x {}
tcp::receive {}
int*:::x {}
9p::f: {}
myprov$$target:::x {}
