/* @args typed */
BEGIN { exit(0); exit(pid); exit(1L) }
