-- When the address had been verified that an undo brings back; null where it never was.
ALTER TABLE identity.mail_codes ADD COLUMN email_verified_at timestamptz;
-- An undo takes off what was added after the change that it undoes.
ALTER TABLE identity.accounts ADD COLUMN phone_linked_at timestamptz;
