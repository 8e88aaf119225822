/* @args providers */
BEGIN
