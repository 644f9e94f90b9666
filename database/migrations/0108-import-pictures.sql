-- The pictures that a file names by address, or that are in an archive: they are stored before its rows are compared.
CREATE TABLE import_pictures (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  import_id uuid NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  -- An address, or `zip:` and the name in the archive.
  source text NOT NULL,
  -- Where the stored picture is; or the code and the facts of why there is none.
  url text,
  error text,
  facts jsonb,
  -- Who has taken it and does not finish in time has died.
  taken_at timestamptz,
  done_at timestamptz
);
CREATE UNIQUE INDEX import_pictures_source ON import_pictures (import_id, md5(source));
CREATE INDEX import_pictures_waiting ON import_pictures (import_id, id) WHERE done_at IS NULL;
