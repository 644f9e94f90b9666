-- What the seller should know of a file and its rows; it refuses none of them.
ALTER TABLE imports
  ADD COLUMN warnings jsonb NOT NULL DEFAULT '[]';
ALTER TABLE import_rows
  ADD COLUMN warnings jsonb;
