-- Accounts of a phone sign-in that never got an e-mail address are removed after a day.
CREATE INDEX accounts_without_email ON identity.accounts (created_at) WHERE email IS NULL;
