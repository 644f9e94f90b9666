-- Accounts at other identity providers that sign in to an account here.
CREATE TABLE identity.linked_providers (
  provider_id text NOT NULL,
  raw_id text NOT NULL,
  local_id text NOT NULL REFERENCES identity.accounts ON DELETE CASCADE,
  federated_id text NOT NULL,
  email text,
  display_name text,
  photo_url text,
  linked_at timestamptz NOT NULL,
  PRIMARY KEY (provider_id, raw_id),
  UNIQUE (local_id, provider_id)
);
