-- Accounts, their sessions and the codes sent to them. This schema belongs to the embedded identity service alone.
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
  CHECK (password_hash IS NULL OR email IS NOT NULL)
);

CREATE TABLE identity.sessions (
  session_id text PRIMARY KEY,
  local_id text NOT NULL REFERENCES identity.accounts ON DELETE CASCADE,
  sign_in_provider text NOT NULL,
  authenticated_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  ip_address text,
  user_agent text
);
CREATE INDEX sessions_local_id ON identity.sessions (local_id);
CREATE INDEX sessions_last_used_at ON identity.sessions (last_used_at);

-- A session may hold several: tabs that still keep an older one must not be signed out by a newer one.
CREATE TABLE identity.refresh_tokens (
  token_hash bytea PRIMARY KEY,
  session_id text NOT NULL REFERENCES identity.sessions ON DELETE CASCADE,
  created_at timestamptz NOT NULL
);
CREATE INDEX refresh_tokens_session_id ON identity.refresh_tokens (session_id);

CREATE TABLE identity.mail_codes (
  code_hash bytea PRIMARY KEY,
  purpose text NOT NULL,
  local_id text REFERENCES identity.accounts ON DELETE CASCADE,
  email text NOT NULL,
  new_email text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX mail_codes_email_purpose ON identity.mail_codes (email, purpose);
CREATE INDEX mail_codes_local_id ON identity.mail_codes (local_id);
CREATE INDEX mail_codes_expires_at ON identity.mail_codes (expires_at);

CREATE TABLE identity.limit_counters (
  name text PRIMARY KEY,
  hits integer NOT NULL,
  window_ends_at timestamptz NOT NULL,
  blocked_until timestamptz
);
CREATE INDEX limit_counters_window_ends_at ON identity.limit_counters (window_ends_at);
