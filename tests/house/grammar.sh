#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The TextMate grammar of D is JSON, its regular expressions compile, and a reader of such grammars finds in D what
# the words are.

command -v python3 >/dev/null || {
	echo "skip grammar: needs python3"
	exit 0
}

cat >"$TMP/tokens.py" <<'PYTHON'
import json, re, sys

grammar = json.load(open(sys.argv[1]))
SUFFIX = ".d-dtrace"

def every(rules):
    for rule in rules:
        if "include" in rule:
            yield from every(grammar["repository"][rule["include"][1:]]["patterns"])
        else:
            yield rule

# The first match of a rule in the line from pos on; the earliest wins, then the first in order
def first(rules, end, line, number, pos):
    best = None
    for rule in ([{"match": end, "is_end": True}] if end else []) + list(every(rules)):
        text = rule.get("match") or rule["begin"]
        if text.startswith("\\A") and number:
            continue
        found = re.compile(text).search(line, pos)
        if found and (not best or found.start() < best[0].start()):
            best = found, rule
    return best

def emit(text, scope):
    if text.strip():
        print(text.strip() + "\t" + scope.replace(SUFFIX, ""))

def tokens(text):
    inside = []
    for number, line in enumerate(text.split("\n")):
        pos = 0
        while pos <= len(line):
            top = inside[-1] if inside else None
            best = first(top.get("patterns", []) if top else grammar["patterns"], top and top["end"], line, number, pos)
            upto = best[0].start() if best else len(line)
            if top:
                emit(line[pos:upto], top["name"])
            if not best:
                break
            found, rule = best
            if "is_end" in rule:
                emit(found.group(), top["name"])
                inside.pop()
            elif "begin" in rule:
                emit(found.group(), rule["name"])
                inside.append(rule)
            else:
                captures = rule.get("captures", {})
                emit(found.group(), rule["name"])
                for group in sorted(captures):
                    emit(found.group(int(group)), captures[group]["name"])
            pos = max(found.end(), pos) if found.group() or "is_end" in rule else pos + 1
            if "is_end" in rule and pos >= len(line):
                break

def expressions(value):
    if isinstance(value, dict):
        for key, part in value.items():
            if key in ("match", "begin", "end", "firstLineMatch"):
                yield part
            else:
                yield from expressions(part)
    elif isinstance(value, list):
        for part in value:
            yield from expressions(part)

if len(sys.argv) > 2:
    tokens(open(sys.argv[2]).read())
else:
    count = sum(1 for text in expressions(grammar) if re.compile(text))
    assert grammar["scopeName"] == "source.d-dtrace" and "@" not in grammar["name"]
    assert re.search(grammar["firstLineMatch"], "#!/usr/sbin/dtrace -qs")
    # no word of the template is left
    assert not re.search("@[A-Z]+@", json.dumps(grammar))
    print(count)
PYTHON

# check NAME GOT EXPECTED
check() {
	[ "$2" = "$3" ] && echo "ok $1" || echo "not ok $1: '$2', expected '$3'"
}

# scoped NAME: the D text of $TMP/d has the tokens of standard input
scoped() {
	tr '\t' '@' >"$TMP/expected"
	python3 "$TMP/tokens.py" "$BUILD/dtrace.json" "$TMP/d" | tr '\t' '@' >"$TMP/got"
	if diff -u "$TMP/expected" "$TMP/got"; then
		echo "ok $1"
	else
		echo "not ok $1: see above"
	fi
}

check expressions "$(python3 "$TMP/tokens.py" "$BUILD/dtrace.json" 2>&1)" "$(grep -cE '"(match|begin|end|firstLineMatch)":' scripts/syntax.tmLanguage.in)"

cat >"$TMP/d" <<'D'
#!/usr/sbin/dtrace -s
#pragma D option quiet
/* counts
 * reads */
syscall::read:entry, tick-5s /execname == "a\n%5d"/
{
	@n[pid, `jiffies] = quantize(arg2); // a BEGIN
	self->t = timestamp + 0x10UL;
	printf("%-3s %%\n", $$1 ? 'x' : $target);
}
D
scoped clause <<'TOKENS'
#!/usr/sbin/dtrace -s	comment.line.shebang
#pragma D option quiet	meta.preprocessor.pragma
#pragma	keyword.control.directive.pragma
/*	comment.block
counts	comment.block
* reads	comment.block
*/	comment.block
syscall::read:entry	entity.name.function.probe
tick-5s	entity.name.function.probe
/	keyword.operator
execname	variable.language
=	keyword.operator
=	keyword.operator
"	string.quoted.double
a	string.quoted.double
\n	constant.character.escape
%5d	constant.other.placeholder
"	string.quoted.double
/	keyword.operator
@n	variable.other.aggregation
pid	variable.language
`jiffies	variable.other.external
=	keyword.operator
quantize	support.function.aggregating
arg2	variable.language
// a BEGIN	comment.line.double-slash
self	storage.modifier
->	keyword.operator
=	keyword.operator
timestamp	variable.language
+	keyword.operator
0x10UL	constant.numeric
printf	support.function.action
"	string.quoted.double
%-3s	constant.other.placeholder
%%	constant.other.placeholder
\n	constant.character.escape
"	string.quoted.double
$$1	variable.parameter.macro
?	keyword.operator
'	string.quoted.single
x	string.quoted.single
'	string.quoted.single
:	keyword.operator
$target	variable.parameter.macro
TOKENS

cat >"$TMP/d" <<'D'
#include <sys/types.h>
provider order { probe accept(int id, const char *who); };
translator t_t < struct s *p > { a = p ? p->a : sizeof (int); };
BEGIN { if (strlen("an end that is missing) == 1) {
trace(1); } else x = (int)this->pidx; }
D
scoped declarations <<'TOKENS'
#include	meta.preprocessor
#include	keyword.control.directive
<	keyword.operator
/	keyword.operator
>	keyword.operator
provider	keyword.other
probe	keyword.other
int	storage.type
id	variable.language
const	storage.modifier
char	storage.type
*	keyword.operator
translator	keyword.other
<	keyword.operator
struct	storage.type
*	keyword.operator
>	keyword.operator
=	keyword.operator
?	keyword.operator
->	keyword.operator
:	keyword.operator
sizeof	keyword.operator.word
int	storage.type
BEGIN	entity.name.function.probe
if	keyword.control
strlen	support.function
"	string.quoted.double
an end that is missing) == 1) {	string.quoted.double
trace	support.function.action
1	constant.numeric
else	keyword.control
=	keyword.operator
int	storage.type
this	storage.modifier
->	keyword.operator
TOKENS
exit 0
