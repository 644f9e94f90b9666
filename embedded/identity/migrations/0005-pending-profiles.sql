-- Who somebody is at another provider, until the page that asked for it redeems it.
CREATE TABLE identity.pending_profiles (
  token_hash bytea PRIMARY KEY,
  session_hash bytea,
  profile jsonb NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX pending_profiles_expires_at ON identity.pending_profiles (expires_at);
