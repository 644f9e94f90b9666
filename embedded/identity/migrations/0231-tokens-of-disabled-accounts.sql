-- The refresh tokens that an account had when it was disabled: they are told so until it is enabled, and open nothing.
CREATE TABLE identity.tokens_of_disabled (
  token_hash bytea PRIMARY KEY,
  local_id text NOT NULL REFERENCES identity.accounts (local_id) ON DELETE CASCADE
);
CREATE INDEX tokens_of_disabled_local_id ON identity.tokens_of_disabled (local_id);
