-- How often a process has begun the next batch of an import, or a picture; a process that dies does not take its count back.
ALTER TABLE imports ADD COLUMN attempts integer NOT NULL DEFAULT 0;
ALTER TABLE import_pictures ADD COLUMN attempts integer NOT NULL DEFAULT 0;
