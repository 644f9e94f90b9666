-- The texts of the site in the languages besides the main one, in the shape of the content: only what differs from it.
ALTER TABLE site_contents ADD COLUMN translations jsonb NOT NULL DEFAULT '{}';
