/* @args typed */
BEGIN
{
	trace(pid + 1); trace(pid + 1L); trace(arg0 + 1U); trace(timestamp + 1);
	trace((char)1 + (short)2); trace((uint8_t)200 + 100); trace((uint32_t)1 + pid);
	trace(arg0 << 2U); trace(-pid); trace(~timestamp); trace(!arg0);
	trace(arg0 == -1); trace(pid < 1U); trace((long *)arg0 + 1); trace((long *)arg0 == NULL); trace((int *)arg0 - (int *)arg1); trace((char *)arg0 - (char *)arg1); trace((long *)40 - (long *)16);
	trace(pid ? 1 : 2L); trace((pid, tid)); trace((int)arg0); trace((void *)arg0);
}
