#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The TextMate grammar of D is valid JSON, its regular expressions compile, and an implementation of such grammars finds
# the right kinds of tokens in D.

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

# The first match of a rule in the line from pos on; the leftmost wins, then the first rule
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
    # no placeholder of the template remains
    assert not re.search("@[A-Z]+@", json.dumps(grammar))
    print(count)
PYTHON

# check NAME GOT EXPECTED
check() {
	[ "$2" = "$3" ] && echo "ok $1" || echo "not ok $1: '$2', expected '$3'"
}

# scoped NAME: the D text in $TMP/d has the tokens on standard input
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

# Requirements of other implementations: the keys of a rule, scope names according to TextMate's conventions, and
# includes that exist and cover every rule.
cat >"$TMP/rules.py" <<'PYTHON'
import json, re, sys

grammar = json.load(open(sys.argv[1]))
scope = re.compile(r"(comment|constant|entity|invalid|keyword|meta|storage|string|support|variable)(\.[a-z][a-z0-9-]*)*\.d-dtrace")
included = set()

def rule(value, where):
    keys = set(value) - {"name"}
    if "name" in value and not scope.fullmatch(value["name"]):
        print(where, "has a name that is no scope:", value["name"])
    if keys not in ({"include"}, {"match"}, {"match", "captures"}, {"begin", "end"}, {"begin", "end", "patterns"}):
        print(where, "has other keys:", sorted(keys))
    if "include" in value:
        included.add(value["include"][1:])
    elif "name" not in value:
        print(where, "has no name")
    for number, capture in value.get("captures", {}).items():
        if set(capture) != {"name"} or not scope.fullmatch(capture["name"]):
            print(where, "has a capture that is no scope:", capture)
        if int(number) > re.compile(value["match"]).groups:
            print(where, "has no group", number)
    rules(value.get("patterns", []), where)

def rules(values, where):
    for i, value in enumerate(values):
        rule(value, "%s[%d]" % (where, i))

if set(grammar) != {"comment", "name", "scopeName", "fileTypes", "firstLineMatch", "patterns", "repository"}:
    print("the grammar has other keys:", sorted(grammar))
rules(grammar["patterns"], "patterns")
for name, value in grammar["repository"].items():
    if set(value) != {"patterns"}:
        print(name, "has other keys:", sorted(value))
    rules(value["patterns"], name)
if included != set(grammar["repository"]):
    print("included and defined differ:", sorted(included ^ set(grammar["repository"])))
PYTHON
check rules "$(python3 "$TMP/rules.py" "$BUILD/dtrace.json" 2>&1)" ''

# Oniguruma, the library that editors use: each expression compiles, and finds the same as Python in each of our scripts.
cat >"$TMP/oniguruma.py" <<'PYTHON'
import ctypes, json, re, sys

onig = ctypes.CDLL("libonig.so.5")
ascii = ctypes.addressof(ctypes.c_char.in_dll(onig, "OnigEncodingASCII"))
ruby = ctypes.c_void_p.in_dll(onig, "OnigDefaultSyntax")
onig.onig_new.argtypes = [ctypes.c_void_p] * 3 + [ctypes.c_uint] + [ctypes.c_void_p] * 3
onig.onig_search.argtypes = [ctypes.c_void_p] * 6 + [ctypes.c_uint]
onig.onig_initialize((ctypes.c_void_p * 1)(ascii), 1)

class Found(ctypes.Structure):
    _fields_ = [("allocated", ctypes.c_int), ("num", ctypes.c_int), ("begin", ctypes.POINTER(ctypes.c_int)),
                ("end", ctypes.POINTER(ctypes.c_int)), ("root", ctypes.c_void_p), ("force", ctypes.c_int)]

onig.onig_region_new.restype = ctypes.POINTER(Found)
found = onig.onig_region_new()

def compiled(text):
    pattern = ctypes.create_string_buffer(text.encode())
    begin, made = ctypes.addressof(pattern), ctypes.c_void_p()
    error = onig.onig_new(ctypes.byref(made), begin, begin + len(text), 0, ascii, ruby, None)
    if error:
        print("error", error, "in", text)
    return made

def search(made, line):
    room = ctypes.create_string_buffer(line)
    begin = ctypes.addressof(room)
    end = begin + len(line)
    at = onig.onig_search(made, begin, end, begin, end, found, 0)
    return (at, found.contents.end[0]) if at >= 0 else None

def expressions(value):
    for key, part in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(part, (dict, list)):
            yield from expressions(part)
        elif key in ("match", "begin", "end", "firstLineMatch"):
            yield part

lines = [line for name in sys.argv[2:] for line in open(name, "rb").read().split(b"\n")]
for text in expressions(json.load(open(sys.argv[1]))):
    made, pattern = compiled(text), re.compile(text.encode())
    if not made:
        continue
    for line in lines:
        wanted = pattern.search(line)
        if search(made, line) != (wanted and wanted.span()):
            print(text, "finds", search(made, line), "and not", wanted, "in", line)
PYTHON
if python3 -c 'import ctypes; ctypes.CDLL("libonig.so.5")' 2>/dev/null; then
	check oniguruma "$(python3 "$TMP/oniguruma.py" "$BUILD/dtrace.json" examples/*/*.d examples/*.d tests/golden/lang/*.d 2>&1 | head -n 5)" ''
else
	echo "skip oniguruma: needs libonig.so.5"
fi

# every word of the tables
. scripts/def-rows.sh
scope_of() {
	case $1 in
	STATEMENT) echo keyword.control ;;
	OPERATOR) echo keyword.operator.word ;;
	BASE | TAG) echo storage.type ;;
	STORAGE | QUALIFIER | SKIP | SKIP_ARGS | ATTRIBUTE) echo storage.modifier ;;
	ITEM) echo keyword.other ;;
	RESERVED) echo invalid.illegal.reserved ;;
	VAR) echo variable.language ;;
	SUBR) echo support.function ;;
	ACT) echo support.function.action ;;
	AGG) echo support.function.aggregating ;;
	*) echo "no scope for $1" ;;
	esac
}
{
	rows lang/table/keywords.def KEYWORD | cut -f 1,3 | sed 's/^probe	RESERVED$/probe	ITEM/'
	rows lang/table/builtins.def 'VAR|SUBR|ACT|AGG' | awk -F '\t' '$2 !~ /^_/ { print $2 "\t" $1 }'
} >"$TMP/words"
while read -r word kind; do
	printf '%s\t%s\n' "$word" "$(scope_of "$kind")"
done <"$TMP/words" >"$TMP/wanted"
sed 's/^\([^	]*\).*/(\1)/' "$TMP/words" >"$TMP/d"
python3 "$TMP/tokens.py" "$BUILD/dtrace.json" "$TMP/d" >"$TMP/got"
check words "$(diff "$TMP/wanted" "$TMP/got"; grep -c . "$TMP/got")" "$(rows lang/table/keywords.def KEYWORD | wc -l | awk -v more="$(grep -cE '^(VAR|SUBR|ACT|AGG)\( *[a-z]' lang/table/builtins.def)" '{ print $1 + more }')"

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
