/*
 * @args providers
 * @exit 1
 */
provider a-b { probe x(); };
provider 1c { probe d-ash(); probe $x(); };
provider llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll { probe mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm(); };
