/* @args ast -f */
libc:read
