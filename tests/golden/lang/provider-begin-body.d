/* @args providers */
BEGIN {}
