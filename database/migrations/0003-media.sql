-- Uploaded pictures.
CREATE TABLE images (
  id text PRIMARY KEY,
  width integer NOT NULL,
  height integer NOT NULL,
  uploaded_at timestamptz NOT NULL DEFAULT now(),
  -- Where a picture is served from, and the tiny blurred one that stands in its place until it is there.
  url text NOT NULL DEFAULT '',
  placeholder text NOT NULL DEFAULT ''
);
CREATE INDEX images_url ON images (url);

-- Who uploaded a picture: several users may upload the same file.
CREATE TABLE image_uploads (
  image_id text REFERENCES images (id) ON DELETE CASCADE,
  uploaded_by uuid REFERENCES users (id),
  PRIMARY KEY (image_id, uploaded_by)
);

-- Uploaded PDF files; the files themselves are kept beside the pictures.
CREATE TABLE documents (
  id text PRIMARY KEY,
  bytes integer NOT NULL,
  uploaded_at timestamptz NOT NULL DEFAULT now(),
  uploaded_by uuid REFERENCES users (id)
);
