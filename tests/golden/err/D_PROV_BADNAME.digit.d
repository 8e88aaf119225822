/* @args providers */
provider p1 { };
