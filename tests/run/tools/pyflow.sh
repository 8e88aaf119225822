#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# pyflow: functions, methods and generators of Python, some of them left by an exception or closed; only the requested
# ones; a second thread; and the program has the same modules and path as without the tool.
. tests/run/tools/common.inc
readelf -n "$(readlink -f /usr/bin/python3)" 2>/dev/null | grep -q 'Name: function__entry' || {
	echo 'skip flow: needs a /usr/bin/python3 with probes'
	exit 0
}
cat >"$TMP/shop.py" <<'END'
def price(n):
    if n > 1:
        raise ValueError
    return len("x")
class Shop:
    def total(self):
        try:
            price(1)
            price(2)
        except ValueError:
            return 0
def numbers():
    try:
        yield price(0)
        yield 2
    finally:
        price(-1)
def main():
    Shop().total()
    each = numbers()
    next(each)
    each.close()
main()
END
lines() { sed -i -E -e '2,$s/^ *[0-9]+ +[0-9]+ /PID US /' -e "s|$TMP/||" "$TMP/out"; }

tool pyflow -m shop.py -c "/usr/bin/python3 $TMP/shop.py"
lines
prints flow '    PID DELTA(us) FUNCTION
PID US -> <module> (shop.py:0)
PID US   -> Shop (shop.py:5)
PID US   <- Shop
PID US   -> main (shop.py:18)
PID US     -> total (shop.py:6)
PID US       -> price (shop.py:1)
PID US       <- price
PID US       -> price (shop.py:1)
PID US       <- price
PID US     <- total
PID US     -> numbers (shop.py:12)
PID US       -> price (shop.py:1)
PID US       <- price
PID US     <- numbers
PID US     -> numbers (shop.py:14)
PID US       -> price (shop.py:1)
PID US       <- price
PID US     <- numbers
PID US   <- main
PID US <- <module>'

tool pyflow -m :pri -c "/usr/bin/python3 $TMP/shop.py"
lines
prints some "    PID DELTA(us) FUNCTION
$(for i in 1 2 3 4; do printf 'PID US %s\n' '-> price (shop.py:1)' '<- price'; done)"

# without a profile function there are only returns, which are not shown
tool pyflow -m :price -c "/usr/bin/python3 -S $TMP/shop.py"
prints returns-alone '    PID DELTA(us) FUNCTION'

cat >"$TMP/thread.py" <<'END'
import threading
def work():
    return 1
thread = threading.Thread(target=work)
thread.start()
thread.join()
END
tool pyflow -m thread.py:work -c "/usr/bin/python3 $TMP/thread.py"
lines
prints thread '    PID DELTA(us) FUNCTION
PID US -> work (thread.py:2)
PID US <- work'

# import_system OPTION...: prints whether functions of <frozen ...> are shown
import_system() { tool pyflow "$@" -c "/usr/bin/python3 $TMP/thread.py"; grep -c '<frozen ' "$TMP/out"; }
[ "$(import_system)" = 0 ] && [ "$(import_system -a)" != 0 ] && echo "ok import-system" ||
	echo "not ok import-system: $(cat "$TMP/out")"

cat >"$TMP/path.py" <<'END'
import sys
print(sys.path, sys.modules["sitecustomize"].__file__ if "sitecustomize" in sys.modules else "")
END
/usr/bin/python3 "$TMP/path.py" >"$TMP/wanted"
tool pyflow -m nosuch -c "/usr/bin/python3 $TMP/path.py"
result path "$(grep '^\[' "$TMP/out" | diff "$TMP/wanted" -)"
