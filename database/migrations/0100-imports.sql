-- Files that change many rows of the shop: they are staged, compared, applied in batches, and can be taken back.
CREATE TABLE imports (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind <> ''),
  file_name text NOT NULL,
  sha256 text NOT NULL,
  -- `csv`, `xlsx` and others; null where the rows did not come from a file.
  format text,
  delimiter text,
  encoding text,
  headers jsonb NOT NULL,
  row_count integer NOT NULL,
  -- The code of a field for each column; null leaves it out.
  mapping jsonb NOT NULL,
  -- Whether an empty cell removes its value, and the language of numbers.
  clears_empty boolean NOT NULL DEFAULT false,
  language text NOT NULL DEFAULT 'en',
  state text NOT NULL CHECK (state IN (
    'uploaded', 'mapped', 'checked', 'applying', 'applied', 'undoing', 'undone', 'cancelled', 'failed')),
  -- The last row that the present step has finished, with its group: rows are worked on in the order of both.
  cursor integer NOT NULL DEFAULT 0,
  cursor_group text NOT NULL DEFAULT '',
  -- How many rows the present step has finished, of how many.
  done integer NOT NULL DEFAULT 0,
  total integer NOT NULL DEFAULT 0,
  -- The numbers of rows by what became of them.
  counts jsonb NOT NULL DEFAULT '{}',
  failure text,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  checked_at timestamptz,
  applied_by uuid REFERENCES users (id),
  applied_at timestamptz,
  -- When the last batch was applied.
  finished_at timestamptz,
  undone_by uuid REFERENCES users (id),
  undone_at timestamptz,
  advanced_at timestamptz NOT NULL DEFAULT now(),
  rows_deleted_at timestamptz
);
CREATE INDEX imports_newest ON imports (created_at, id);
CREATE INDEX imports_running ON imports (advanced_at) WHERE state IN ('mapped', 'applying', 'undoing');

-- The rows of files as they are, for seven days.
CREATE TABLE import_rows (
  import_id uuid NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  row_no integer NOT NULL,
  -- The line of the file, as editors count them.
  line integer NOT NULL,
  cells jsonb NOT NULL,
  outcome text CHECK (outcome IN ('new', 'changed', 'same', 'error')),
  -- The same for rows that are about the same thing.
  key text,
  errors jsonb,
  PRIMARY KEY (import_id, row_no)
);
CREATE INDEX import_rows_of_outcome ON import_rows (import_id, outcome, row_no);
CREATE INDEX import_rows_of_key ON import_rows (import_id, key) WHERE key IS NOT NULL;

-- What rows change, before and after: canonical texts by field. Kept for 90 days.
CREATE TABLE import_changes (
  import_id uuid NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  row_no integer NOT NULL,
  subject text NOT NULL,
  -- What is checked and applied together, such as all prices of a product; empty where each row is by itself.
  grp text NOT NULL DEFAULT '',
  -- Null for what is new.
  before jsonb,
  after jsonb NOT NULL,
  -- What became of it; null while it is not applied.
  result text CHECK (result IN ('applied', 'changed-since', 'refused', 'undone', 'left')),
  error jsonb,
  PRIMARY KEY (import_id, row_no, subject)
);
CREATE INDEX import_changes_in_order ON import_changes (import_id, grp, row_no);
CREATE INDEX import_changes_of_result ON import_changes (import_id, result, row_no);

-- The mapping that was last used for files with the same headers.
CREATE TABLE import_mappings (
  kind text NOT NULL,
  -- A hash of the sorted headers.
  headers text NOT NULL,
  mapping jsonb NOT NULL,
  used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, headers)
);

-- An import writes one audit event, so it tells webhooks itself.
CREATE FUNCTION tell_products_changed(ids uuid[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO webhook_deliveries (endpoint_id, type, subject_id)
  SELECT endpoint.id, 'product.changed', product
  FROM unnest(ids) product, webhook_endpoints endpoint
  WHERE paused_at IS NULL AND 'product.changed' = ANY (events)
  ORDER BY product, endpoint.id
  ON CONFLICT (endpoint_id, type, subject_id) WHERE attempts = 0 AND type IN ('product.changed', 'stock.changed')
    DO UPDATE SET happened_at = now()
$$;
