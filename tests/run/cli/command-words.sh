#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# The words of the command of -c, quoted as in sh; nothing is expanded.
. tests/run/common.inc

end='proc:::exit /pid == $target/ { exit(0); }'
expect quotes 0 -qn "$end" -c "printf '%s|' 'a  b' \"it's \$HOME\" c\\ d '' *" <<'END'
a  b|it's $HOME|c d||*|
--
END
expect program-of-quotes 3 -qn 'BEGIN { } proc:::exit /pid == $target/ { exit(3); }' \
	-c "sh -c 'echo one; echo \"two  three\"'" <<'END'
one
two  three

--
END
expect open-quote 1 -qn BEGIN -c "sh -c 'exit 1" <<'END'
--
dtrace: failed to execute sh -c 'exit 1: a quote has no end (quotes and backslashes are those of sh)
END
