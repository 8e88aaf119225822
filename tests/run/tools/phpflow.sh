#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# phpflow: functions, methods and static methods of PHP, one left by an exception; only the requested ones.
. tests/run/tools/common.inc
php=$(command -v php) && readelf -n "$(readlink -f "$php")" 2>/dev/null | grep -q 'Provider: php$' || {
	echo "skip flow: no PHP with probes"
	exit
}
cat >"$TMP/shop.php" <<'END'
<?php
class Shop {
	static function all() {
		return 2;
	}
	function price($n) {
		if ($n > 1)
			throw new Exception("too many");
		return strlen("x");
	}
	function total() {
		try {
			$this->price(1);
			$this->price(self::all());
		} catch (Exception $e) {
			return 0;
		}
	}
}
function main() {
	(new Shop)->total();
}
main();
END

# removes PID and times
lines() { sed -i -E -e '2,$s/^ *[0-9]+ +[0-9]+ /PID US /' -e "s|$TMP/||" "$TMP/out"; }

tool phpflow -c "$php -n $TMP/shop.php"
lines
prints flow '    PID DELTA(us) FUNCTION
PID US -> main (shop.php:23)
PID US   -> main (shop.php:21)
PID US     -> Shop::total (shop.php:13)
PID US       -> Shop::price (shop.php:7)
PID US       <- Shop::price
PID US       -> Shop::all (shop.php:4)
PID US       <- Shop::all
PID US       -> Shop::price (shop.php:7)
PID US       <- Shop::price
PID US     <- Shop::total
PID US   <- main
PID US <- main'

tool phpflow -m ::a -c "$php -n $TMP/shop.php"
lines
prints some '    PID DELTA(us) FUNCTION
PID US -> Shop::all (shop.php:4)
PID US <- Shop::all'
