/* @args ast -- 12 word "two words" -3 */
BEGIN { $1; $2; $3; $$1; $target; $$target; x->$2; $4 }
