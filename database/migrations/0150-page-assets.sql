-- The scripts, styles and fonts of the pages of all versions that have run lately: while servers are upgraded one by one, a page of one
-- version asks a server of another for them.
CREATE TABLE page_assets (
  name text PRIMARY KEY,
  content bytea NOT NULL,
  is_gzip boolean NOT NULL,
  published_at timestamptz NOT NULL DEFAULT now()
);
