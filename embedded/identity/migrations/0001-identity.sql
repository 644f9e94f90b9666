CREATE SCHEMA identity;

CREATE TABLE identity.signing_keys (
  kid text PRIMARY KEY,
  state text NOT NULL CHECK (state IN ('next', 'active', 'retired')),
  public_jwk jsonb NOT NULL,
  sealed_private_key bytea NOT NULL,
  created_at timestamptz NOT NULL,
  activated_at timestamptz,
  retired_at timestamptz
);
CREATE UNIQUE INDEX signing_keys_one_per_state ON identity.signing_keys (state) WHERE state <> 'retired';

CREATE TABLE identity.accounts (
  local_id text PRIMARY KEY,
  email text UNIQUE,
  email_verified_at timestamptz,
  password_hash text,
  password_changed_at timestamptz,
  display_name text,
  photo_url text,
  created_at timestamptz NOT NULL,
  last_login_at timestamptz NOT NULL,
  valid_since timestamptz NOT NULL,
  disabled_at timestamptz,
  -- Accounts may be entered by a mailed link, with or without a password beside it.
  email_link_used_at timestamptz,
  -- Telephone numbers prove who somebody is, alone or as a second step.
  phone_number text UNIQUE,
  -- Mails and text messages are in the language of the person.
  language text,
  -- An undo takes off what was added after the change that it undoes.
  phone_linked_at timestamptz,
  CHECK (password_hash IS NULL OR email IS NOT NULL)
);
-- Accounts of a phone sign-in that never got an e-mail address are removed after a day.
CREATE INDEX accounts_without_email ON identity.accounts (created_at) WHERE email IS NULL;

CREATE TABLE identity.sessions (
  session_id text PRIMARY KEY,
  local_id text NOT NULL REFERENCES identity.accounts (local_id) ON DELETE CASCADE,
  sign_in_provider text NOT NULL,
  authenticated_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  ip_address text,
  user_agent text,
  second_factor text,
  second_factor_id text
);
CREATE INDEX sessions_last_used_at ON identity.sessions (last_used_at);
CREATE INDEX sessions_local_id ON identity.sessions (local_id);

-- A session may hold several: tabs that still keep an older one must not be signed out by a newer one.
CREATE TABLE identity.refresh_tokens (
  token_hash bytea PRIMARY KEY,
  session_id text NOT NULL REFERENCES identity.sessions (session_id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL
);
CREATE INDEX refresh_tokens_session_id ON identity.refresh_tokens (session_id);

-- A second step at sign-in: codes from an authenticator app.
CREATE TABLE identity.second_factors (
  enrollment_id text PRIMARY KEY,
  local_id text NOT NULL REFERENCES identity.accounts (local_id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('totp', 'phone')),
  display_name text,
  sealed_secret bytea,
  last_used_step bigint,
  enrolled_at timestamptz NOT NULL,
  phone_number text,
  CONSTRAINT second_factors_proof CHECK (
CASE kind
    WHEN 'totp' THEN sealed_secret IS NOT NULL AND last_used_step IS NOT NULL
    ELSE phone_number IS NOT NULL
END)
);
CREATE INDEX second_factors_local_id ON identity.second_factors (local_id);
CREATE UNIQUE INDEX second_factors_one_of_number ON identity.second_factors (local_id, phone_number) WHERE kind = 'phone';
CREATE UNIQUE INDEX second_factors_one_totp ON identity.second_factors (local_id) WHERE kind = 'totp';

CREATE TABLE identity.mail_codes (
  code_hash bytea PRIMARY KEY,
  purpose text NOT NULL,
  local_id text REFERENCES identity.accounts (local_id) ON DELETE CASCADE,
  email text NOT NULL,
  new_email text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  enrollment_id text REFERENCES identity.second_factors (enrollment_id) ON DELETE CASCADE,
  -- When the address had been verified that an undo brings back; null where it never was.
  email_verified_at timestamptz,
  -- Whether the code is the link of a notice. Each notice keeps its link, which undoes what was added from its change on.
  is_notice boolean NOT NULL DEFAULT false
);
CREATE INDEX mail_codes_email_purpose ON identity.mail_codes (email, purpose);
CREATE INDEX mail_codes_expires_at ON identity.mail_codes (expires_at);
CREATE INDEX mail_codes_local_id ON identity.mail_codes (local_id);

CREATE TABLE identity.limit_counters (
  name text PRIMARY KEY,
  hits integer NOT NULL,
  window_ends_at timestamptz NOT NULL,
  blocked_until timestamptz,
  -- Tries that a proof of work bought in spite of a pause.
  extra_tries integer NOT NULL DEFAULT 0
);
CREATE INDEX limit_counters_window_ends_at ON identity.limit_counters (window_ends_at);

-- Sign-ins whose first step is done.
CREATE TABLE identity.pending_sign_ins (
  credential_hash bytea PRIMARY KEY,
  local_id text NOT NULL REFERENCES identity.accounts (local_id) ON DELETE CASCADE,
  sign_in_provider text NOT NULL,
  wrong_codes integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);
CREATE INDEX pending_sign_ins_expires_at ON identity.pending_sign_ins (expires_at);
CREATE INDEX pending_sign_ins_local_id ON identity.pending_sign_ins (local_id);

-- Accounts at other identity providers that sign in to an account here.
CREATE TABLE identity.linked_providers (
  provider_id text,
  raw_id text,
  local_id text NOT NULL REFERENCES identity.accounts (local_id) ON DELETE CASCADE,
  federated_id text NOT NULL,
  email text,
  display_name text,
  photo_url text,
  linked_at timestamptz NOT NULL,
  PRIMARY KEY (provider_id, raw_id),
  UNIQUE (local_id, provider_id)
);

-- Who somebody is at another provider, until the page that asked for it redeems it.
CREATE TABLE identity.pending_profiles (
  token_hash bytea PRIMARY KEY,
  session_hash bytea,
  profile jsonb NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX pending_profiles_expires_at ON identity.pending_profiles (expires_at);

-- Codes sent by text message, and numbers proven by one a moment ago.
CREATE TABLE identity.phone_sessions (
  session_hash bytea PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('sign-in', 'enrollment', 'second-step', 'temporary-proof')),
  phone_number text NOT NULL,
  code_digest bytea,
  local_id text REFERENCES identity.accounts (local_id) ON DELETE CASCADE,
  enrollment_id text REFERENCES identity.second_factors (enrollment_id) ON DELETE CASCADE,
  credential_hash bytea REFERENCES identity.pending_sign_ins (credential_hash) ON DELETE CASCADE,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX phone_sessions_credential_hash ON identity.phone_sessions (credential_hash);
CREATE INDEX phone_sessions_enrollment_id ON identity.phone_sessions (enrollment_id);
CREATE INDEX phone_sessions_expires_at ON identity.phone_sessions (expires_at);
CREATE INDEX phone_sessions_local_id ON identity.phone_sessions (local_id);

-- A proof of work counts once.
CREATE TABLE identity.used_captchas (
  signature text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX used_captchas_expires_at ON identity.used_captchas (expires_at);

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
CREATE INDEX audit_events_local_id ON identity.audit_events (local_id, occurred_at);
CREATE INDEX audit_events_occurred_at ON identity.audit_events (occurred_at);

-- Codes for the day on which somebody has lost every second factor: good once each, kept as keyed hashes.
CREATE TABLE identity.recovery_codes (
  code_hash bytea PRIMARY KEY,
  local_id text NOT NULL REFERENCES identity.accounts (local_id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL
);
CREATE INDEX recovery_codes_local_id ON identity.recovery_codes (local_id);

-- The refresh tokens that an account had when it was disabled: they are told so until it is enabled, and open nothing.
CREATE TABLE identity.tokens_of_disabled (
  token_hash bytea PRIMARY KEY,
  local_id text NOT NULL REFERENCES identity.accounts (local_id) ON DELETE CASCADE
);
CREATE INDEX tokens_of_disabled_local_id ON identity.tokens_of_disabled (local_id);
