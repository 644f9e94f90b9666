ALTER TABLE imports
  -- Whether a category that the shop does not have is added; otherwise it is an error.
  ADD COLUMN adds_categories boolean NOT NULL DEFAULT false,
  -- The ids of the categories that were added, those above before those below: undo deletes those that nothing is in.
  ADD COLUMN added_categories jsonb NOT NULL DEFAULT '[]';
-- What was chosen with the fields of the columns.
ALTER TABLE import_mappings
  ADD COLUMN adds_brands boolean NOT NULL DEFAULT false,
  ADD COLUMN adds_categories boolean NOT NULL DEFAULT false;
