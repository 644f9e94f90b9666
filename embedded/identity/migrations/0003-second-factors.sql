-- A second step at sign-in: codes from an authenticator app.
CREATE TABLE identity.second_factors (
  enrollment_id text PRIMARY KEY,
  local_id text NOT NULL REFERENCES identity.accounts ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('totp')),
  display_name text,
  sealed_secret bytea NOT NULL,
  last_used_step bigint NOT NULL,
  enrolled_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX second_factors_one_totp ON identity.second_factors (local_id) WHERE kind = 'totp';

-- Sign-ins whose first step is done.
CREATE TABLE identity.pending_sign_ins (
  credential_hash bytea PRIMARY KEY,
  local_id text NOT NULL REFERENCES identity.accounts ON DELETE CASCADE,
  sign_in_provider text NOT NULL,
  wrong_codes integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);
CREATE INDEX pending_sign_ins_local_id ON identity.pending_sign_ins (local_id);
CREATE INDEX pending_sign_ins_expires_at ON identity.pending_sign_ins (expires_at);

ALTER TABLE identity.sessions
  ADD COLUMN second_factor text,
  ADD COLUMN second_factor_id text;

ALTER TABLE identity.mail_codes
  ADD COLUMN enrollment_id text REFERENCES identity.second_factors ON DELETE CASCADE;
