-- The servers that are running: each writes its row every few seconds, so that one that does not fit the others is refused at its start.
CREATE TABLE servers (
  id uuid PRIMARY KEY,
  host text NOT NULL,
  version text NOT NULL,
  -- A public name of its SECRET_KEY.
  secret_key_id text NOT NULL,
  -- Where it keeps pictures: the id of its data folder, or the address of a storage that others reach.
  pictures text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now()
);
