/*
 * A translator of our own, for a structure in the memory of the program.
 * @trigger objects
 */
#pragma D option quiet

typedef struct point_info {
	int pi_sum;
	string pi_quadrant;
} point_info_t;

struct point_in {
	int x;
	int y;
};

translator point_info_t < struct point_in *P > {
	pi_sum = P->x + P->y;
	pi_quadrant = P->x < 0 ? "left" : "right";
};

struct point_in in;

BEGIN
{
	this->p = (struct point_in *)alloca(sizeof(struct point_in));
	this->p->x = -7;
	this->p->y = 3;
	printf("%d %s\n", xlate <point_info_t> (this->p).pi_sum, xlate <point_info_t *> (this->p)->pi_quadrant);
	this->p->x = 7;
	printf("%d %s\n", xlate <point_info_t> (this->p).pi_sum, xlate <point_info_t> (this->p).pi_quadrant);
	exit(0);
}
