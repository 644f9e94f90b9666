-- Addresses at which a browser downloads one file, once, within a minute; of their tokens only the SHA-256 is stored.
CREATE TABLE export_links (
  hash text PRIMARY KEY,
  kind text NOT NULL,
  -- The query of the export.
  query jsonb NOT NULL,
  created_by uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
