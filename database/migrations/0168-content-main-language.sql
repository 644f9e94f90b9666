-- The main language of the store when a version of the content was saved: its texts for all languages are in it. A default, so that the
-- version before writes it, too.
-- allow rewrites-table: a stable function is evaluated once
CREATE FUNCTION main_language() RETURNS text LANGUAGE sql STABLE AS 'SELECT languages[1] FROM store';
ALTER TABLE site_contents ADD COLUMN main_language text NOT NULL DEFAULT coalesce(main_language(), 'en');
