/*
 * The state of strtok() lies behind the this-> variables, however large they are.
 */
#pragma D option quiet
this char big[40000]; this string s, t; this struct st { int a; string u; } st; self string own; string g;
BEGIN { this->big[0] = 'a'; this->big[39999] = 'z'; this->s = "a,b,c"; this->st.u = "x"; this->st.a = 4; }
BEGIN { this->t = strtok(this->s, ","); this->t = strjoin(this->t, strtok(NULL, ",")); g = strtok(NULL, ","); self->own = strtok(NULL, ","); }
BEGIN { printf("%s %s [%s] %c %c %s %d\n", this->t, g, self->own, this->big[0], this->big[39999], this->st.u, this->st.a); printf("%s\n", strtok("p q", " ")); printf("%s\n", strtok(NULL, " ")); printf("%d\n", strlen(strtok("", " "))); exit(0); }
