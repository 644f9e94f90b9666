-- Files that change many rows of the shop: they are staged, compared, applied in batches, and can be taken back.
CREATE TABLE imports (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind <> ''),
  file_name text NOT NULL,
  sha256 text NOT NULL,
  -- `csv`, `xlsx` and others; null where the rows did not come from a file.
  format text,
  -- How the file was read: encoding, delimiter, sheet and header, with a sample and its first lines.
  reading jsonb,
  -- The program whose export it is; null if none is recognised.
  program text,
  headers jsonb NOT NULL,
  row_count integer NOT NULL,
  -- The code of a field for each column; null leaves it out.
  mapping jsonb NOT NULL,
  -- Whether an empty cell removes its value, and the language of notes.
  clears_empty boolean NOT NULL DEFAULT false,
  language text NOT NULL DEFAULT 'en',
  state text NOT NULL CHECK (state IN ('uploaded', 'mapped', 'checked', 'planned', 'applying', 'applied', 'undoing', 'undone', 'cancelled', 'failed')),
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
  -- The day of the store on which it is applied, if it was planned.
  planned_for date,
  -- When staff were told by mail what it has left out, if it was planned.
  told_at timestamptz,
  -- When the last batch was applied.
  finished_at timestamptz,
  undone_by uuid REFERENCES users (id),
  undone_at timestamptz,
  advanced_at timestamptz NOT NULL DEFAULT now(),
  rows_deleted_at timestamptz,
  -- Whether a brand that the shop does not have is added; otherwise it is an error.
  adds_brands boolean NOT NULL DEFAULT false,
  -- The ids of the brands that were added: undo deletes those that no product has.
  added_brands jsonb NOT NULL DEFAULT '[]',
  added_groups jsonb NOT NULL DEFAULT '[]',
  -- Whether a category that the shop does not have is added; otherwise it is an error.
  adds_categories boolean NOT NULL DEFAULT false,
  -- The ids of the categories that were added, those above before those below: undo deletes those that nothing is in.
  added_categories jsonb NOT NULL DEFAULT '[]',
  -- Whether rows whose numbers differ from one of the shop only by such a sign are other products.
  adds_near_numbers boolean NOT NULL DEFAULT false,
  -- What rows mean whose number only a product without a brand has, while they have one: a question, that product, or another one.
  numbers_without_brand text NOT NULL DEFAULT 'ask',
  numbers jsonb NOT NULL DEFAULT '[]',
  decimals jsonb NOT NULL DEFAULT '[]',
  -- What the cells of each column say about the order of day and month, and which it is.
  days jsonb NOT NULL DEFAULT '[]',
  day_orders jsonb NOT NULL DEFAULT '[]',
  units jsonb NOT NULL DEFAULT '[]',
  changed_fields jsonb NOT NULL DEFAULT '{}',
  warnings jsonb NOT NULL DEFAULT '[]',
  -- What each column could become as an attribute, the attributes that are added with the apply, and the codes of those that were.
  proposals jsonb NOT NULL DEFAULT '[]',
  new_attributes jsonb NOT NULL DEFAULT '[]',
  added_attributes jsonb NOT NULL DEFAULT '[]',
  -- What the values of each column stand for, where the shop has other words.
  value_maps jsonb NOT NULL DEFAULT '[]',
  answers jsonb NOT NULL DEFAULT '{}',
  remembered jsonb NOT NULL DEFAULT '{}',
  -- What is done about cells that would be errors, as a person has chosen.
  fixes jsonb NOT NULL DEFAULT '[]'
);
CREATE INDEX imports_newest ON imports (created_at, id);
CREATE INDEX imports_running ON imports (advanced_at) WHERE state IN ('mapped', 'applying', 'undoing');

-- The rows of files as they are, for seven days.
CREATE TABLE import_rows (
  import_id uuid REFERENCES imports (id) ON DELETE CASCADE,
  row_no integer,
  -- The line of the file, as editors count them.
  line integer NOT NULL,
  cells jsonb NOT NULL,
  outcome text CHECK (outcome IN ('new', 'changed', 'same', 'error')),
  -- The same for rows that are about the same thing.
  key text,
  -- What it says that there are of a product: on the shelf or to sell, as its column means.
  units integer,
  errors jsonb,
  warnings jsonb,
  PRIMARY KEY (import_id, row_no)
);
CREATE INDEX import_rows_of_key ON import_rows (import_id, key) WHERE key IS NOT NULL;
CREATE INDEX import_rows_of_outcome ON import_rows (import_id, outcome, row_no);

-- What rows change, before and after: canonical texts by field. Kept for 90 days.
CREATE TABLE import_changes (
  import_id uuid REFERENCES imports (id) ON DELETE CASCADE,
  row_no integer,
  subject text,
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
-- Finds what the last files said of the stock of products.
CREATE INDEX import_changes_of_counts ON import_changes (subject) WHERE coalesce(after ->> 'counted', after ->> 'stock') IS NOT NULL;

-- The mapping that was last used for files with the same headers.
CREATE TABLE import_mappings (
  kind text,
  -- A hash of the sorted headers.
  headers text,
  mapping jsonb NOT NULL,
  used_at timestamptz NOT NULL DEFAULT now(),
  adds_brands boolean NOT NULL DEFAULT false,
  adds_categories boolean NOT NULL DEFAULT false,
  decimals jsonb NOT NULL DEFAULT '{}',
  day_orders jsonb NOT NULL DEFAULT '{}',
  units jsonb NOT NULL DEFAULT '{}',
  value_maps jsonb NOT NULL DEFAULT '{}',
  -- The headers whose field a person has chosen; null where none did.
  chosen jsonb,
  fixes jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (kind, headers)
);

-- Addresses at which a browser downloads one file, once, within a minute; of their tokens only the SHA-256 is stored.
CREATE TABLE export_links (
  hash text PRIMARY KEY,
  kind text NOT NULL,
  -- The query of the export.
  query jsonb NOT NULL,
  created_by uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);

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
  -- Whether a row wants it; of an archive that came with a table, some may be left.
  queued boolean NOT NULL DEFAULT true,
  -- Who has taken it and does not finish in time has died.
  taken_at timestamptz,
  done_at timestamptz
);
CREATE UNIQUE INDEX import_pictures_source ON import_pictures (import_id, md5(source));
CREATE INDEX import_pictures_waiting ON import_pictures (import_id, id) WHERE done_at IS NULL AND queued;

-- How often a process has begun work of imports, a batch or a picture, since it last ended otherwise than by the end of its process.
CREATE TABLE import_attempts (
  work text PRIMARY KEY,
  attempts integer NOT NULL
);

-- Files that the shop imports again by itself: from an address, or from the folder of the server.
CREATE TABLE import_sources (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (name <> ''),
  kind text NOT NULL,
  -- The import whose columns and choices are those of each file. Imports refer to their source; no two tables refer to each other.
  template_id uuid NOT NULL,
  origin text NOT NULL CHECK (origin IN ('address', 'folder')),
  -- The address, or a pattern of file names.
  location text NOT NULL CHECK (location <> ''),
  -- How the shop proves to the address who it is, with the user or the header; the secret is encrypted.
  credential text CHECK (credential IN ('basic', 'header')),
  credential_name text,
  sealed_secret bytea,
  -- The time of day in the time zone of the store; null each hour.
  at_time text,
  -- What is applied without a person, as percentages.
  limits jsonb NOT NULL,
  -- Of mails about it, and of the notes of its imports.
  language text NOT NULL,
  next_at timestamptz NOT NULL,
  -- The process that fetches it now; another one takes over if it does not finish.
  taken_by uuid,
  taken_at timestamptz,
  -- Failed attempts since the last time by schedule.
  attempts integer NOT NULL DEFAULT 0,
  checked_at timestamptz,
  -- The file that was compared last.
  etag text,
  last_modified text,
  sha256 text,
  -- Why the last file could not be compared: a code and its facts.
  failure jsonb,
  failing_since timestamptz,
  paused_at timestamptz,
  -- It reads and applies in the name of whoever saved it last.
  saved_by uuid NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((credential IS NULL) = (sealed_secret IS NULL))
);
CREATE INDEX import_sources_due ON import_sources (next_at) WHERE paused_at IS NULL;
ALTER TABLE imports
  ADD source_id uuid REFERENCES import_sources (id) ON DELETE SET NULL,
  -- Why a person decides about a file of a source: the limits that it is beyond; null before that is known.
  ADD exceeded jsonb;
CREATE INDEX imports_of_source ON imports (source_id, created_at) WHERE source_id IS NOT NULL;
