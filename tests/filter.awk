# SPDX-License-Identifier: BSD-2-Clause
#
# The named filters of tests (@filter): text that differs from run to run becomes a word.
#   addr  0x7ffd1c2a         -> ADDR   (hexadecimal numbers of 5 digits and more)
#   off   nest`main+0x51     -> nest`main+OFF, nest:0x1149 -> nest:OFF  (the compiler's choice;
#         so is whether it made a copy: do_it.constprop.0+0x51 -> do_it+OFF; Linux 7 has another name for
#         syscall_trace_enter)
#   pid   the process ids that the run itself named ("pid 123 has exited") -> PID
#   time  1700000000123456789 -> TIME  (10 digits and more);  2026 Nov 21 13:10:00 -> DATE
#   cpu   "  1  76532  f:entry" -> "CPU ID f:entry", "  1  -> f" -> "CPU  -> f"  (the first columns of the default
#         output and of -F)
#   mem   numbers about memory in the output of -x counts -> N
#   sort  done by the runner
# Always: the build folder's name becomes BUILD. An unknown filter is an error.
# Variables: filters, builds (names of the build folder), pidfile (one id per line).

# Replace every match of re in s that is not part of a longer number by word
function replace_number(s, re, word,    out, before, after) {
	out = ""
	while (match(s, re)) {
		before = RSTART > 1 ? substr(s, RSTART - 1, 1) : substr(out, length(out), 1)
		after = substr(s, RSTART + RLENGTH, 1)
		out = out substr(s, 1, RSTART - 1)
		out = out (before after ~ /[0-9]/ ? substr(s, RSTART, RLENGTH) : word)
		s = substr(s, RSTART + RLENGTH)
	}
	return out s
}

# Replace every occurrence of text that is not the end of a longer path by word
function replace_text(s, text, word,    out, at, before) {
	out = ""
	while (text != "" && (at = index(s, text))) {
		before = at > 1 ? substr(s, at - 1, 1) : substr(out, length(out), 1)
		out = out substr(s, 1, at - 1) (before ~ /[A-Za-z0-9_.\/-]/ ? text : word)
		s = substr(s, at + length(text))
	}
	return out s
}

BEGIN {
	build_count = split(builds, build, " ")
	count = split(filters, list, " ")
	for (i = 1; i <= count; i++) {
		on[list[i]] = 1
		if (list[i] !~ /^(addr|off|pid|time|cpu|mem|sort)$/)
			unknown = "unknown filter @filter " list[i]
	}
	while (pidfile != "" && (getline pid < pidfile) > 0)
		pids[pid] = 1
	if (unknown != "")
		print unknown
}

{
	line = $0
	for (i = 1; i <= build_count; i++)
		line = replace_text(line, build[i] "/", "BUILD/")
	if (on["pid"])
		for (pid in pids)
			line = replace_number(line, pid, "PID")
	if (on["mem"] && line ~ /^dtrace: memory of the kernel: /)
		gsub(/[0-9]+/, "N", line)
	if (on["addr"])
		gsub(/0x[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]+/, "ADDR", line)
	if (on["off"]) {
		gsub(/\.(constprop|isra|part)\.[0-9]+\+0x/, "+0x", line)
		gsub(/\+0x[0-9a-f]+/, "+OFF", line)
		gsub(/:0x[0-9a-f]+/, ":OFF", line)
		gsub(/`trace_syscall_enter\+/, "`syscall_trace_enter+", line)
	}
	if (on["time"]) {
		gsub(/[0-9][0-9][0-9][0-9] [A-Z][a-z][a-z] [ 0-9][0-9] [0-9][0-9]:[0-9][0-9]:[0-9][0-9]/,
		     "DATE", line)
		gsub(/[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]+/, "TIME", line)
	}
	if (on["cpu"] && !sub(/^ *[0-9]+ +[0-9]+ +/, "CPU ID ", line) && line ~ /^ *[0-9]+ +(->|<-|=>|<=) /)
		sub(/^ *[0-9]+ /, "CPU ", line)
	print line
}
