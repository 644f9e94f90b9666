-- Where a picture is served from, and the tiny blurred one that stands in its place until it is there.
ALTER TABLE images ADD COLUMN url text NOT NULL DEFAULT '';
UPDATE images SET url = '/media/' || id || '/960.webp';
ALTER TABLE images ADD COLUMN placeholder text NOT NULL DEFAULT '';
CREATE INDEX images_url ON images (url);
