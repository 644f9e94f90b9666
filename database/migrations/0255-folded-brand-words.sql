-- The words of names in these indexes were those of before. A shop has few brands and categories.
-- allow not-here: the indexes have one entry for each brand and name of a category
REINDEX INDEX brands_words;
REINDEX INDEX category_texts_words;
