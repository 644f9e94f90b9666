-- What people have said of the columns of a file, by column, and what of it is from an earlier import of a file with the same headers.
ALTER TABLE imports
  ADD COLUMN answers jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN remembered jsonb NOT NULL DEFAULT '{}';

-- The headers whose field a person has chosen; null for mappings from before, which do not tell: nothing of their decimals is an answer.
ALTER TABLE import_mappings ADD COLUMN chosen jsonb;
