-- The main language before, as long as products still have their own texts in it; null otherwise.
ALTER TABLE store ADD COLUMN former_main_language text;
