-- Pictures, colors and the announcement of the store. The pictures are small and stand in mails for years: rows are never deleted.
CREATE TABLE store_images (
  path text PRIMARY KEY,
  bytes bytea NOT NULL
);
ALTER TABLE store
  ADD COLUMN logo jsonb,
  ADD COLUMN icon jsonb,
  ADD COLUMN social_picture jsonb,
  ADD COLUMN primary_color text CHECK (primary_color ~ '^#[0-9a-f]{6}$'),
  ADD COLUMN accent_color text CHECK (accent_color ~ '^#[0-9a-f]{6}$'),
  ADD COLUMN announcement jsonb;
