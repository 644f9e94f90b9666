-- Codes for the day on which somebody has lost every second factor: good once each, kept as keyed hashes.
CREATE TABLE identity.recovery_codes (
  code_hash bytea PRIMARY KEY,
  local_id text NOT NULL REFERENCES identity.accounts ON DELETE CASCADE,
  created_at timestamptz NOT NULL
);
CREATE INDEX recovery_codes_local_id ON identity.recovery_codes (local_id);
