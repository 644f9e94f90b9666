-- What a shop remembers of itself, such as the restore that it came from.
CREATE TABLE shop_facts (
  name text PRIMARY KEY,
  value text NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now()
);

-- Jobs that waited when a backup was made; the next start enqueues them.
CREATE TABLE restored_jobs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  data jsonb NOT NULL
);
