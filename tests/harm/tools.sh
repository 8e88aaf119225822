#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 400
#
# Interpreters and tools of this distribution behave the same while all their functions and instructions are traced.
. tests/harm/harm.inc

cat >"$TMP/work.bash" <<'END'
declare -A seen
fib() { if (( $1 < 2 )); then echo "$1"; else echo $(( $(fib $(( $1 - 1 ))) + $(fib $(( $1 - 2 ))) )); fi; }
fib 6
for i in {1..20000}; do
	word=w$(( i * 7919 % 101 ))
	seen[$word]=$(( ${seen[$word]:-0} + 1 ))
	[[ $word =~ ^w([0-9]+)$ ]] && sum=$(( sum + BASH_REMATCH[1] ))
done
for word in "${!seen[@]}"; do echo "$word ${seen[$word]}"; done | sort | md5sum
trap 'echo usr1' USR1
trap 'echo left' EXIT
kill -USR1 $$
while read -r a b; do printf '%s:%s\n' "$b" "$a"; done < <(printf 'x y\nz w\n')
(exit 5) || echo "status $?"
echo "sum $sum" >&2
exit 3
END
harm bash /usr/bin/bash "$TMP/work.bash"

cat >"$TMP/work.pl" <<'END'
use strict;
my (%n, @r);
for my $i (1 .. 120000) { my $w = 'k' . ($i * 7919 % 997); $n{$w}++; push @r, $1 if $w =~ /^k(\d+)7$/; }
print scalar(keys %n), ' ', scalar(@r), ' ', join(',', (sort { $n{$a} <=> $n{$b} || $a cmp $b } keys %n)[0 .. 9]), "\n";
eval { local $SIG{ALRM} = sub { die "alarm\n" }; require Time::HiRes; Time::HiRes::ualarm(20000); select undef, undef, undef, 5; };
print "caught $@";
my $pid = fork // die; exit 4 unless $pid; waitpid $pid, 0; print $? >> 8, "\n";
(my $t = 'abc' x 3000) =~ s/(b)(c)/\U$1$2/g; print length $t, ' ', $t =~ tr/B//, "\n";
print STDERR sprintf('%.6f', sin(1)), "\n";
exit 2;
END
harm perl /usr/bin/perl "$TMP/work.pl"

python=/usr/bin/python3.11
if [ -e /usr/lib/python3.11/test/test_re.py ]; then
	FILTER='s/ in [0-9.]*s$//'
	harm python3 $python -W ignore -m unittest test.test_json test.test_re
else
	lacking python3 libpython3.11-testsuite
fi

cat >"$TMP/work.sql" <<'END'
create table t (a integer primary key, b text, c real);
with recursive n(i) as (select 1 union all select i + 1 from n where i < 40000)
	insert into t select i, 'k' || (i * 7919 % 997), i / 7.0 from n;
create index tb on t (b);
select b, count(*), round(sum(c), 3) from t group by b order by 2 desc, 1 limit 20;
select count(*) from t x join t y on x.b = y.b and x.a < y.a;
begin; delete from t where a % 3 = 0; rollback;
select json_group_array(a) from (select a from t where b like 'k99_' order by a limit 20);
pragma integrity_check;
select nothing from nowhere;
END
OFFSETS='pid$target:libsqlite3.so.0::' FEW='pid$target:libsqlite3.so.0:sqlite3_*:'
if command -v sqlite3 >/dev/null; then
	harm sqlite3 sqlite3 -batch -bail -init "$TMP/work.sql" :memory: .exit
else
	lacking sqlite3 sqlite3
fi

git init -q "$TMP/repo" && (
	cd "$TMP/repo" || exit 1
	git config user.name harm && git config user.email harm@example.org
	export GIT_AUTHOR_DATE='2020-01-01T00:00:00Z' GIT_COMMITTER_DATE='2020-01-01T00:00:00Z'
	for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
		seq $i $((i * 37)) >numbers
		seq $((i * 11)) -1 1 >"file$((i % 5))"
		git add -A
		git commit -qm "change $i"
	done
)
OFFSETS='pid$target:libz.so.1::,pid$target:libpcre2-8.so.0::' FEW='pid$target:libc.so.6:m*:'
harm git git -C "$TMP/repo" log -p --stat -M --no-color -G7
OFFSETS='pid$target:libz.so.1::,pid$target:libc.so.6:str*:,pid$target:libc.so.6:pthread*:' FEW='pid$target:libc.so.6:p*:'
harm git-threads git -C "$TMP/repo" grep --no-color --threads 4 -c -E '1+7' HEAD HEAD~3 HEAD~6 HEAD~9

seq 1 600000 >"$TMP/plain"
for kind in aes bare; do
	# without the CPU's AES instructions, so that other functions are used
	[ $kind = aes ] || export OPENSSL_ia32cap='~0x202000002000000:0'
	FEW='pid$target:libcrypto.so.3:AES_*:' OFFSETS='pid$target:libcrypto.so.3:[Aaes]*[Cc][Bb][Cc]*:,pid$target:libcrypto.so.3:AES_*:,pid$target:libcrypto.so.3:CRYPTO_*:,pid$target:libcrypto.so.3:SHA256*:'
	harm "openssl-$kind" openssl enc -aes-256-cbc -pbkdf2 -nosalt -k secret -in "$TMP/plain"
done
unset OPENSSL_ia32cap
# replaces numbers that are measurements
FEW='pid$target:libcrypto.so.3:SHA*:' OFFSETS='pid$target:libcrypto.so.3:SHA*:,pid$target:libcrypto.so.3:sha*:' FILTER='/^Doing/d;s/  *[0-9][0-9.]*k/ N/g' REPEAT=3
harm openssl-speed openssl speed -elapsed -seconds 1 -bytes 1024 -evp sha256
