-- The texts of the site in the languages besides the main one, in the shape of the content: only what differs from it.
ALTER TABLE site_contents ADD COLUMN translations jsonb;
-- The version before writes none: then those of the row before stay.
CREATE FUNCTION keep_content_translations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.translations := (SELECT translations FROM site_contents ORDER BY id DESC LIMIT 1);
  RETURN NEW;
END $$;
CREATE TRIGGER site_contents_translations BEFORE INSERT ON site_contents
  FOR EACH ROW WHEN (NEW.translations IS NULL) EXECUTE FUNCTION keep_content_translations();
