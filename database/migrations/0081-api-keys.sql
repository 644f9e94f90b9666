-- Keys for programs. A key may do what is in its scopes and what its creator may do at that time.
CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (name <> ''),
  -- The first characters, by which people tell keys apart; of the whole key only its SHA-256 is stored.
  prefix text NOT NULL,
  hash text NOT NULL UNIQUE,
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
  created_by uuid NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX api_keys_of_user ON api_keys (created_by);

-- The key with which a change was made; without a reference, because the log outlives the key.
ALTER TABLE audit_events ADD COLUMN api_key_id uuid;
