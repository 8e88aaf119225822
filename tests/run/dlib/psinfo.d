/*
 * curpsinfo and curlwpsinfo, compared with built-in variables and macros.
 */
#pragma D option quiet

BEGIN
{
	printf("%d %d %d %d\n", curpsinfo->pr_pid == pid, curpsinfo->pr_ppid == $ppid,
	    curpsinfo->pr_pgid == $pgid, curpsinfo->pr_sid == $sid);
	printf("%d %d %d %d\n", curpsinfo->pr_uid == $uid, curpsinfo->pr_euid == $euid,
	    curpsinfo->pr_gid == $gid, curpsinfo->pr_egid == $egid);
	printf("%s %s %d\n", curpsinfo->pr_fname, curlwpsinfo->pr_name,
	    curpsinfo->pr_addr == (uintptr_t)curthread);
	printf("%d %c\n", curlwpsinfo->pr_lwpid == tid,
	    curlwpsinfo->pr_state == SRUN ? 'R' : curlwpsinfo->pr_sname == 'S' ? 'R' : '?');
	printf("%s %d %d\n", curlwpsinfo->pr_clname, curlwpsinfo->pr_onpro == cpu,
	    curpsinfo->pr_lwp.pr_lwpid == tid);
	printf("%d %d\n", curpsinfo->pr_dmodel, curpsinfo->pr_start.tv_sec > 0);
	printf("%d %d\n", curpsinfo->pr_size > 0, curpsinfo->pr_zoneid);
	printf("%d %d\n", sizeof(lwpsinfo_t), sizeof(curpsinfo->pr_fname));
	printf("%d\n", ppid == $ppid);
}
BEGIN / strstr(execargs, "psinfo.d") != NULL && execargs == curpsinfo->pr_psargs / { trace("args\n"); }
BEGIN { exit(0); }
