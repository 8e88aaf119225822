/* @args providers */
