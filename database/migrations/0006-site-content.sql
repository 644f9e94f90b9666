-- Every saved version of the site's words; the newest one holds. Without a row the shop shows its own.
CREATE TABLE site_contents (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  content jsonb NOT NULL,
  saved_at timestamptz NOT NULL DEFAULT now(),
  saved_by uuid REFERENCES users (id)
);
