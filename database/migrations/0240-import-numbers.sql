-- What the values of columns prove about their numbers, how those are read, and how many rows change a field.
ALTER TABLE imports
  ADD COLUMN numbers jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN decimals jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN units jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN changed_fields jsonb NOT NULL DEFAULT '{}';
ALTER TABLE import_mappings
  ADD COLUMN decimals jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN units jsonb NOT NULL DEFAULT '{}';
