/*
 * @exit 1
 */
#pragma D depends_on nobody x
#pragma D depends_on provider
#pragma D binding 1.0 x
#pragma D binding "one" x
#pragma D binding "1.0"
#pragma D attributes Stable/Stable/Common x y
BEGIN { exit(0); }
