BEGIN { ; ; trace(1);; trace(2) }
BEGIN {}
BEGIN { exit(0) }
