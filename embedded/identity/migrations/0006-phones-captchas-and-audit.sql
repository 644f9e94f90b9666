-- Telephone numbers prove who somebody is, alone or as a second step.
ALTER TABLE identity.accounts ADD COLUMN phone_number text CONSTRAINT accounts_phone_number_key UNIQUE;

ALTER TABLE identity.second_factors
  DROP CONSTRAINT second_factors_kind_check,
  ADD CONSTRAINT second_factors_kind_check CHECK (kind IN ('totp', 'phone')),
  ADD COLUMN phone_number text,
  ALTER COLUMN sealed_secret DROP NOT NULL,
  ALTER COLUMN last_used_step DROP NOT NULL,
  ADD CONSTRAINT second_factors_proof CHECK (
    CASE kind WHEN 'totp' THEN sealed_secret IS NOT NULL AND last_used_step IS NOT NULL ELSE phone_number IS NOT NULL END
  );
CREATE UNIQUE INDEX second_factors_one_of_number ON identity.second_factors (local_id, phone_number) WHERE kind = 'phone';
CREATE INDEX second_factors_local_id ON identity.second_factors (local_id);

-- Codes sent by text message, and numbers proven by one a moment ago.
CREATE TABLE identity.phone_sessions (
  session_hash bytea PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('sign-in', 'enrollment', 'second-step', 'temporary-proof')),
  phone_number text NOT NULL,
  code_digest bytea,
  local_id text REFERENCES identity.accounts ON DELETE CASCADE,
  enrollment_id text REFERENCES identity.second_factors ON DELETE CASCADE,
  credential_hash bytea REFERENCES identity.pending_sign_ins ON DELETE CASCADE,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX phone_sessions_expires_at ON identity.phone_sessions (expires_at);
CREATE INDEX phone_sessions_local_id ON identity.phone_sessions (local_id);
CREATE INDEX phone_sessions_enrollment_id ON identity.phone_sessions (enrollment_id);
CREATE INDEX phone_sessions_credential_hash ON identity.phone_sessions (credential_hash);

-- A proof of work counts once.
CREATE TABLE identity.used_captchas (
  signature text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX used_captchas_expires_at ON identity.used_captchas (expires_at);

-- Tries that a proof of work bought in spite of a pause.
ALTER TABLE identity.limit_counters ADD COLUMN extra_tries integer NOT NULL DEFAULT 0;

-- Who came in, who was turned away, what was changed. Rows outlive their account, so there is no foreign key.
CREATE TABLE identity.audit_events (
  event_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  occurred_at timestamptz NOT NULL,
  event text NOT NULL,
  local_id text,
  method text,
  ip_address text,
  user_agent text
);
CREATE INDEX audit_events_occurred_at ON identity.audit_events (occurred_at);
CREATE INDEX audit_events_local_id ON identity.audit_events (local_id, occurred_at);
