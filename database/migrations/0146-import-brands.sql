ALTER TABLE imports
  -- Whether a brand that the shop does not have is added; otherwise it is an error.
  ADD COLUMN adds_brands boolean NOT NULL DEFAULT false,
  -- The ids of the brands that were added: undo deletes those that no product has.
  ADD COLUMN added_brands jsonb NOT NULL DEFAULT '[]';
