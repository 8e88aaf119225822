provider p { };
